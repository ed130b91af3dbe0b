import type { Home } from '../process/home.ts';
import { type Given, optional, UsageError } from './command.ts';
import { organizationId } from './organization-id.ts';
import { serviceUrl } from './service-url.ts';
import { setUpAddress, setUpLink } from './set-up-link.ts';
import { withVerbs } from './verbs.ts';

export const user = withVerbs(
  {
    name: 'user',
    takes: 'link',
    summary:
      'Makes a one-time link to the set-up page: for another owner, or for one who lost the password or the TOTP device.',
    options: {
      email: {
        type: 'string',
        meaning: 'Only for this person; needed to give an account a new password (default: the first to open it)',
        value: 'EMAIL',
      },
      url: {
        type: 'string',
        meaning: 'Address of the service (default: ADHELM_PUBLIC_URL or the running one)',
        value: 'URL',
      },
    },
  },
  { link: { options: ['email', 'url'], run: link } },
);

async function link(home: Home, given: Given): Promise<number> {
  const email = optional(given, 'email')?.trim().toLowerCase();
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new UsageError(`--email is ${JSON.stringify(email)}, which is no address.`);
  const { secret, expiresAt } = await setUpLink(home, await organizationId(home), 'command line', email);
  const address = setUpAddress(optional(given, 'url') ?? (given.settings.publicUrl || serviceUrl(given)), secret);
  const until = new Date(expiresAt).toISOString();
  given.print(
    given.json
      ? JSON.stringify({ link: address, expiresAt: until })
      : `Works once, until ${until}. Whoever opens it becomes an owner:\n\n${address}`,
  );
  return 0;
}

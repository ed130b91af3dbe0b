import type { Home } from '../process/home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { requireYes, YES } from './confirmation.ts';
import { organizationId } from './organization-id.ts';
import { serviceUrl } from './service-url.ts';
import { setUpAddress, setUpLink } from './set-up-link.ts';
import { withVerbs } from './verbs.ts';

export const user = withVerbs(
  {
    name: 'user',
    takes: 'link|erase',
    summary:
      'Makes a one-time link to the set-up page: for another owner, or for a member who lost the password or the TOTP device. Erases the data of a person.',
    options: {
      email: {
        type: 'string',
        meaning:
          'link: only for this person; needed to give an account a new password (default: the first to open it); erase: the person',
        value: 'EMAIL',
      },
      url: {
        type: 'string',
        meaning: 'link: address of the service (default: ADHELM_PUBLIC_URL or the running one)',
        value: 'URL',
      },
      yes: { ...YES, meaning: `erase: ${YES.meaning}` },
    },
  },
  { link: { options: ['email', 'url'], run: link }, erase: { options: ['email', 'yes'], run: erase } },
);

async function erase(home: Home, given: Given): Promise<number> {
  const email = addressIn(required(given, 'email'));
  requireYes(
    given,
    `The account of ${email} would be erased with its sessions, second factor, memberships and invitations; the audit log keeps what its id did.`,
  );
  const erased = await home.members.erase(await organizationId(home), email, 'command line');
  given.print(
    given.json
      ? JSON.stringify({ email, erased })
      : erased
        ? `Everything kept of ${email} is erased. The audit log holds no address, only the person's id; backups made before still hold the rest.`
        : `Nothing is known of ${email}.`,
  );
  return erased ? 0 : 1;
}

function addressIn(text: string): string {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
  throw new UsageError(`--email is ${JSON.stringify(text)}, which is no address.`);
}

async function link(home: Home, given: Given): Promise<number> {
  const named = optional(given, 'email');
  const email = named === undefined ? undefined : addressIn(named);
  const organization = await organizationId(home);
  const { secret, expiresAt } = await setUpLink(home, organization, 'command line', email);
  const address = setUpAddress(optional(given, 'url') ?? (given.settings.publicUrl || serviceUrl(given)), secret);
  const until = new Date(expiresAt).toISOString();
  const isMember = email !== undefined && (await home.members.holdsRole(organization, email));
  const what = isMember
    ? 'It gives this member a new password and ends their sessions; roles stay as they are'
    : 'Whoever opens it becomes an owner';
  given.print(
    given.json
      ? JSON.stringify({ link: address, expiresAt: until })
      : `Works once, until ${until}. ${what}:\n\n${address}`,
  );
  return 0;
}

import { leadAddress } from '../pipeline/lead-address.ts';
import type { Home } from '../process/home.ts';
import { type Given, required, UsageError } from './command.ts';
import { serviceUrl } from './service-url.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

export const leads = withVerbs(
  {
    name: 'leads',
    takes: 'address CHANNEL',
    summary: 'Makes the address that a platform pushes new leads to, and says what to do with it there.',
    options: {
      workspace: { type: 'string', meaning: 'address: workspace, by name or id', value: 'NAME' },
      new: { type: 'boolean', meaning: 'address: another one; the one before stops working' },
    },
  },
  {
    address: {
      options: ['workspace', 'new'],
      asksFor: 'Name the channel: adhelm leads address social --workspace Acme',
      run: address,
    },
  },
);

async function address(home: Home, given: Given, name: string): Promise<number> {
  const { findChannels } = await import('../build.ts');
  const { channels } = await findChannels();
  const channel = channels.find((one) => one.name === name);
  if (!channel) {
    const known = channels.filter((one) => one.leads?.push).map((one) => one.name);
    throw new UsageError(`There is no channel ${JSON.stringify(name)}; allowed: ${known.join(', ')}.`);
  }
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const { url, shared, setUp } = await leadAddress({
    addresses: home.leadAddresses,
    channel,
    workspace,
    actor: 'command line',
    origin: given.settings.publicUrl || serviceUrl(given),
    anew: given.options.new === true,
  });
  given.print(
    given.json
      ? JSON.stringify({ url, shared, setUp })
      : `Address:      ${url}\nShared text:  ${shared}\n\n${setUp}\nBoth are secret. Leads are read without pushes too, only later.`,
  );
  return 0;
}

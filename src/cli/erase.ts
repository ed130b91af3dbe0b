import type { Home } from '../process/home.ts';
import type { ErasedLead } from '../store/stored-leads.ts';
import { type Command, type Given, optional, required, UsageError } from './command.ts';
import { requireYes, YES } from './confirmation.ts';
import { table } from './table.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

export const erase: Command = {
  name: 'erase',
  summary: 'Erases what is kept of a person who filled in lead forms, and says what the platforms still have.',
  options: {
    person: { type: 'string', meaning: 'The address that the person gave', value: 'EMAIL' },
    workspace: { type: 'string', meaning: 'Only in this workspace, by name or id (default: in all)', value: 'NAME' },
    yes: { ...YES, meaning: 'Do it: it cannot be undone' },
  },
  async run(given) {
    const person = addressIn(required(given, 'person'));
    return withHome(given, async (home) => {
      const workspaces = await workspacesOf(home, optional(given, 'workspace'));
      requireYes(given, `Every lead with the address ${person} would be erased in ${inWords(workspaces)}.`);
      const erased: Found[] = [];
      for (const { id, name } of workspaces)
        for (const lead of await erasedIn(home, id, person)) erased.push({ ...lead, workspace: name });
      const { findChannels } = await import('../build.ts');
      const { channels } = await findChannels();
      const ways = new Map(channels.map((channel) => [channel.name, channel.leads?.erasing]));
      given.print(report(given, person, erased, ways));
      return erased.length > 0 ? 0 : 1;
    });
  },
};

type Found = ErasedLead & { workspace: string };

interface Named {
  id: string;
  name: string;
}

function erasedIn({ leads, audit }: Home, workspaceId: string, person: string): Promise<ErasedLead[]> {
  return leads.erasePerson(workspaceId, person, (mark, count) =>
    audit.append({
      workspaceId,
      actor: 'command line',
      action: 'person.erase',
      phase: 'event',
      detail: { mark, leads: count },
    }),
  );
}

/** Archived ones too: what they keep is kept. */
async function workspacesOf(home: Home, named: string | undefined): Promise<readonly Named[]> {
  if (named !== undefined) return [await workspaceNamed(home, named)];
  return home.store.db.selectFrom('workspaces').select(['id', 'name']).orderBy('created_at').execute();
}

function inWords(workspaces: readonly Named[]): string {
  const [first] = workspaces;
  return first && workspaces.length === 1 ? `the workspace "${first.name}"` : `${workspaces.length} workspaces`;
}

const AT_THE_PLATFORM = 'delete the lead in the lists of the platform itself, or ask its support';

function report(
  given: Given,
  person: string,
  erased: readonly Found[],
  ways: ReadonlyMap<string, string | undefined>,
): string {
  const rows = erased.map(({ workspace, channel, leadId }) => ({
    workspace,
    channel,
    lead: leadId,
    stays: ways.get(channel) ?? AT_THE_PLATFORM,
  }));
  if (given.json) return JSON.stringify({ erased: rows });
  if (rows.length === 0)
    return `No lead with ${person} is kept here. The platforms may have some that were not read yet: ask there.`;
  return [
    `Erased here: ${rows.length} of ${person}. Their ids are kept, so that they are not read again. Backups made before still hold them, sealed: let them lapse.`,
    '',
    'The platforms still have them, and perhaps others that were not read yet:',
    table(
      ['workspace', 'channel', 'lead', 'there'],
      rows.map(({ workspace, channel, lead, stays }) => [workspace, channel, lead, stays]),
    ),
  ].join('\n');
}

function addressIn(text: string): string {
  const address = text.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return address;
  throw new UsageError('--person is no e-mail address.');
}

import { describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { type Sandboxed, sandboxed } from '../sandboxed.ts';
import { EXAMPLES } from './examples/all.ts';
import type { Any } from './examples/example.ts';

/** Every write tool of every channel: it says how it is undone or why not, and what it says is what happens. */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);

const DAY_MS = 86_400_000;
const CHANNELS = ['social', 'search', 'professional', 'video', 'tags'] as const;
const ON: Readonly<Record<string, string>> = {
  social: 'ACTIVE',
  search: 'ENABLED',
  professional: 'ACTIVE',
  video: 'ENABLE',
};

for (const channel of CHANNELS) {
  const examples = EXAMPLES[channel]!;
  const writes = (byAddress.get(channel) ?? []).filter(({ access }) => access !== 'read');
  const table = writes[0]!.channel.undo ?? {};
  // A tool that is missing in the table fails the first test, not all of them.
  const isNever = ({ name }: Tool) => !(name in table) || 'never' in table[name]!;

  test(`${channel}: every write tool is in the table of undo, and nothing else is`, () => {
    expect(Object.keys(table).sort()).toEqual(writes.map(({ name }) => name).sort());
  });

  describe(channel, () => {
    const sandbox = sandboxed(channel);
    const isUpdate = ({ repeat, name }: Tool) => repeat === 'safe' || LINKS.includes(name);

    const updates = writes.filter((tool) => !isNever(tool) && isUpdate(tool));
    test.each(updates.map((tool) => [tool.name, tool] as const))(
      '%s: undone, the object shows what it showed before',
      async (name, tool) => {
        const args = await examples[name]!(sandbox);
        if (PRIMED.includes(name)) await sandbox.call(name, await examples[name]!(sandbox));
        const look = tool.look!(args);
        const shown = async () => settled(await sandbox.call(look.tool, look.arguments));
        const before = await shown();
        await sandbox.call(name, args);
        const changed = await shown();
        expect(changed, 'the example changes something').not.toEqual(before);
        const [change] = await history(sandbox);
        expect(change).toMatchObject({ channel, tool: name, undo: 'full', outcome: 'applied' });
        const ledger = (await sandbox.ledger()).length;
        const preview = await undo(sandbox, { change_id: change.change_id });
        expect(preview, JSON.stringify(preview)).toMatchObject({ undo: 'full' });
        expect((await sandbox.ledger()).length, 'a preview sends nothing').toBe(ledger);
        expect(await shown()).toEqual(changed);
        const done = await undo(sandbox, { change_id: change.change_id, preview: false });
        expect(
          done.plans.map(({ plan }: Any) => plan.state),
          JSON.stringify(done),
        ).toEqual(done.plans.map(() => 'applied'));
        expect(withoutLabels(await shown())).toEqual(withoutLabels(before));
      },
    );

    const creates = writes.filter((tool) => !isNever(tool) && !isUpdate(tool));
    test.each(creates.map((tool) => tool.name))('%s: undone, what it made is paused and stays', async (name) => {
      const args = await examples[name]!(sandbox);
      await sandbox.call(name, args);
      const [change] = await history(sandbox);
      expect(change).toMatchObject({ channel, tool: name, undo: 'full' });
      const first = await undo(sandbox, { change_id: change.change_id });
      expect(first.changes[0].stays[0]).toMatch(/stay/);
      const switched = await switchOn(sandbox, channel, first);
      if (!switched) return;
      // A creative is reviewed before it can be paused.
      await sandbox.advanceClock(2 * DAY_MS);
      const done = await undo(sandbox, { change_id: change.change_id, preview: false });
      expect(done, JSON.stringify(done)).toMatchObject({ undo: 'full', plans: [{ plan: { state: 'applied' } }] });
      expect((await sandbox.ledger()).at(-1)).not.toMatchObject({ kind: 'delete' });
      expect((await undo(sandbox, { change_id: change.change_id })).error).toMatchObject({ code: 'conflict' });
    });

    const never = writes.filter((tool) => isNever(tool) && tool.name in examples);
    test.each(never.map(({ name }) => name))('%s: cannot be undone, which its preview says', async (name) => {
      const args = await examples[name]!(sandbox);
      const { never: why } = table[name] as { never: string };
      const { plan } = await sandbox.call(name, { ...args, preview: true });
      expect(plan.cannot_be_undone).toEqual([why]);
      await sandbox.call(name, args);
      const [change] = await history(sandbox);
      expect(change).toMatchObject({ tool: name, undo: 'none', why });
      const report = await undo(sandbox, { change_id: change.change_id, preview: false });
      expect(report).toMatchObject({ undo: 'none', plans: [], changes: [{ undo: 'none' }] });
    });
  });
}

/** Tools whose example sets a value that cannot be taken away: it has to have one before. */
const PRIMED = ['update_bidding_strategy'];

/** Creates by their declaration that link and unlink things that are there. */
const LINKS = ['apply_label', 'update_ad_extensions'];

async function history(sandbox: Sandboxed): Promise<Any[]> {
  return (await sandbox.service().call('workspace', 'list_history', { limit: 1 })).result.changes;
}

async function undo(sandbox: Sandboxed, args: Any): Promise<Any> {
  return (await sandbox.service().call('workspace', 'undo_change', args)).result;
}

/** Switches on what a create made, by the tool that its undo would switch it off with; false where the platform has to review it first. */
async function switchOn(sandbox: Sandboxed, channel: string, { changes }: Any): Promise<boolean> {
  const { object } = changes[0].fields[0];
  const levels = byAddress.get(channel)![0]!.channel.levels ?? [];
  for (const { tool, argument } of levels) {
    const { isError } = await sandbox.service().call(channel, tool, { [argument]: object, status: ON[channel] });
    if (!isError) return true;
  }
  return false;
}

/** Without what moves by itself. */
function settled(reply: Any): Any {
  return JSON.parse(JSON.stringify(reply), (name, value) =>
    /(_time|_status|_status_reasons|_at|_version|_changed|issues|version|review)$/.test(name) ? undefined : value,
  );
}

/** A label that was made to be put on something stays in the account. */
function withoutLabels(reply: Any): Any {
  return reply.labels ? { ...reply, labels: reply.labels.filter(({ name }: Any) => !/^Season/.test(name)) } : reply;
}

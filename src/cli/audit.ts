import { type Command, UsageError } from './command.ts';
import { withHome } from './with-home.ts';

export const audit: Command = {
  name: 'audit',
  takes: 'verify',
  summary: 'Walks the whole audit trail and checks that nothing in it was changed, removed or reordered.',
  async run(given) {
    if (given.words[0] !== 'verify') throw new UsageError('audit takes: verify.');
    const verdict = await withHome(given, ({ audit }) => audit.verify());
    const { ok, entries, openIntents, firstBroken } = verdict;
    if (given.json) given.print(JSON.stringify(verdict));
    else if (ok) given.print(`Unbroken: ${entries} entries, ${openIntents} calls without a recorded outcome.`);
    else given.print(`Broken at entry ${firstBroken?.seq}: ${firstBroken?.why}. Compare with a backup.`);
    return ok ? 0 : 1;
  },
};

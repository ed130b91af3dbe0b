import { realAmbient } from '../ambient.ts';
import { openHome } from '../home.ts';
import { type Command, UsageError } from './command.ts';

export const audit: Command = {
  name: 'audit',
  takes: 'verify',
  summary: 'Walks the whole audit trail and checks that nothing in it was changed, removed or reordered.',
  async run({ words, settings, json, print }) {
    if (words[0] !== 'verify') throw new UsageError('audit takes: verify.');
    const home = await openHome(settings, realAmbient);
    try {
      const verdict = await home.audit.verify();
      if (json) print(JSON.stringify(verdict));
      else if (verdict.ok)
        print(`Unbroken: ${verdict.entries} entries, ${verdict.openIntents} calls without a recorded outcome.`);
      else print(`Broken at entry ${verdict.firstBroken?.seq}: ${verdict.firstBroken?.why}. Compare with a backup.`);
      return verdict.ok ? 0 : 1;
    } finally {
      await home.close();
    }
  },
};

import { resolve } from 'node:path';
import { type Command, UsageError } from './command.ts';
import { withHome } from './with-home.ts';

export const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  summary:
    'Writes a consistent copy of the store while the service runs. The master key is not in it: keep that elsewhere.',
  async run(given) {
    const [name] = given.words;
    if (!name) throw new UsageError('backup takes the file to write: adhelm backup adhelm-copy.sqlite');
    const file = resolve(name);
    await withHome(given, ({ store }) => store.backup(file));
    given.print(
      given.json ? JSON.stringify({ file }) : `Written to ${file}. Keep the master key too, in another place.`,
    );
    return 0;
  },
};

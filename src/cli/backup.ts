import { realAmbient } from '../ambient.ts';
import { openHome } from '../home.ts';
import { type Command, UsageError } from './command.ts';

export const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  summary:
    'Writes a consistent copy of the store while the service runs. The master key is not in it: keep that elsewhere.',
  async run({ words: [file], settings, json, print }) {
    if (!file) throw new UsageError('backup takes the file to write: adhelm backup adhelm-copy.sqlite');
    const home = await openHome(settings, realAmbient);
    try {
      await home.store.backup(file);
      print(json ? JSON.stringify({ file }) : `Written to ${file}. Keep the master key too, in another place.`);
      return 0;
    } finally {
      await home.close();
    }
  },
};

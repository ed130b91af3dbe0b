import { masterKeyFile } from '../process/data-files.ts';
import { adoptNextMasterKey } from '../vault/master-key.ts';
import { type Command, UsageError } from './command.ts';
import { withHome } from './with-home.ts';

export const rotateMasterKey: Command = {
  name: 'rotate-master-key',
  summary:
    'Wraps all stored secrets by a new master key, while the service runs. Cut off, it goes on when it is run again. API keys, sessions and the audit log stay as they are.',
  async run(given) {
    const { masterKey, masterKeyPrevious } = given.settings;
    if (masterKey && !masterKeyPrevious)
      throw new UsageError(
        'ADHELM_MASTER_KEY is set: give the new key in it and the present one in ADHELM_MASTER_KEY_PREVIOUS, here and to every process of the service. Nothing was changed.',
      );
    return withHome(given, async (home) => {
      const rewrapped = await home.rotateMasterKey('command line');
      const previous = masterKey ? null : adoptNextMasterKey(masterKeyFile(given.settings));
      const next = previous
        ? `The key before is in ${previous}: keep it with the backups made until now, in another place, and delete it here. Back up the new one.`
        : 'Take ADHELM_MASTER_KEY_PREVIOUS away from every process, and keep that key with the backups made until now.';
      given.print(
        given.json
          ? JSON.stringify({ rewrapped, previous })
          : `Everything is wrapped by the new master key; ${rewrapped} data keys were not before.\n${next}`,
      );
      return 0;
    });
  },
};

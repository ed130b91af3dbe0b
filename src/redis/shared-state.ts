import type { Ambient } from '../ambient.ts';
import type { Settings } from '../config.ts';
import type { Log } from '../observe/log.ts';
import type { Home } from '../process/home.ts';
import type { SharedState } from './redis-state.ts';

interface Means {
  settings: Settings;
  ambient: Ambient;
  home: Home;
  log: Log;
}

/** What several processes share through Redis; undefined without it, and then its client is not even loaded. */
export async function openSharedState({ settings, ambient, home, log }: Means): Promise<SharedState | undefined> {
  if (settings.redisUrl === '') return undefined;
  const { openRedisState } = await import('./redis-state.ts');
  const shared = await openRedisState(settings.redisUrl, ambient, log, (changed) => {
    // Also for workspaces: a key is refused when its workspace is archived.
    home.keyRing.forget();
    if (changed !== 'keys') home.directory.forget();
  });
  home.keyRing.whenChanged(() => shared.announce('keys'));
  home.directory.whenChanged(() => {
    home.keyRing.forget();
    shared.announce('workspaces');
  });
  return shared;
}

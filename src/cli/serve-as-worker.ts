import { realAmbient } from '../ambient.ts';
import { findChannels, readChannels, startService } from '../build.ts';
import type { Settings } from '../config.ts';
import { createLog } from '../observe/log.ts';
import { secretPattern } from '../observe/secret-pattern.ts';
import { openHome } from '../process/home.ts';
import { openPost } from '../workers/post.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { inlineMore } from './inline-more.ts';

/** One of several processes behind one port: what there is one of, the sandbox and the first start, is not its to do. */
export async function serveAsWorker(settings: Settings): Promise<number> {
  const post = openPost();
  const told = new Promise<'now'>((resolve) => {
    process.once('SIGTERM', () => resolve('now'));
    // Ctrl-C reaches every process of a terminal; the first one tells the others.
    process.on('SIGINT', () => {});
    process.on('SIGHUP', () => {});
  });
  const { sandboxOrigins, sandboxControl } = await post.begun;
  // One after the other: while modules are loaded nothing else happens, and a database that waits for an answer gives up.
  await readChannels();
  const registry = await findChannels();
  const home = await openHome(settings, realAmbient);
  const write = (text: string) => void process.stderr.write(text);
  const service = await startService({
    settings,
    ambient: realAmbient,
    home,
    log: createLog(settings.logLevel, write, Date.now, secretPattern(registry.channels)),
    registry,
    sandboxOrigins: () => sandboxOrigins,
    sandboxControl: () => sandboxControl,
    metricsText: post.metricsText,
  });
  post.ready(service);
  inlineMore();
  giveBackMemory();
  if ((await Promise.race([post.ended, told])) === 'gently') await service.retire();
  await service.close();
  await home.close();
  if (process.connected) process.disconnect();
  return 0;
}

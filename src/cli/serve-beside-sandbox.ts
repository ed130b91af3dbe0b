import { realAmbient } from '../ambient.ts';
import { findChannels, readChannels, type Service, startService } from '../build.ts';
import type { Settings } from '../config.ts';
import { createLog, type Log } from '../observe/log.ts';
import { secretPattern } from '../observe/secret-pattern.ts';
import type { DataFolderLock } from '../process/data-folder-lock.ts';
import { firstStart, renewSandboxConnections } from '../process/first-start.ts';
import { type Home, openHome } from '../process/home.ts';
import type { LaunchedSandbox } from '../sandbox/launch.ts';
import type { Crew } from '../workers/crew.ts';
import { organizationId } from './organization-id.ts';
import { setUpLink } from './set-up-link.ts';

export interface Running {
  home: Home;
  log: Log;
  service: Pick<Service, 'url' | 'close'>;
  sandbox: LaunchedSandbox | undefined;
  firstKey: string | undefined;
  /** The secret of the link for the first sign-in, while there is no person yet. */
  setUp: string | undefined;
}

/** Its own file because it imports nearly all others: the sandbox starts while Node reads them. */
export async function serveBesideSandbox(
  settings: Settings,
  lock: DataFolderLock | undefined,
  launching: Promise<LaunchedSandbox> | undefined,
): Promise<Running> {
  await readChannels();
  const [home, registry, sandbox] = await Promise.all([openHome(settings, realAmbient), findChannels(), launching]);
  const write = (text: string) => void process.stderr.write(text);
  const log = createLog(settings.logLevel, write, Date.now, secretPattern(registry.channels));
  const made = await firstStart(home, registry.channels, sandbox?.controlOrigin);
  if (!made && sandbox?.seeded) await renewSandboxConnections(home, registry.channels, sandbox.controlOrigin);
  if (settings.workers > 1) {
    const crew = await startWorkers(settings, log, sandbox);
    const service = { url: crew.url, close: () => crew.stop() };
    return { home, log, service, sandbox, firstKey: made?.key, setUp: await firstLink(home) };
  }
  const service = await startService({
    settings,
    ambient: realAmbient,
    home,
    log,
    registry,
    ...(lock && { lock }),
    sandboxOrigins: () => sandbox?.origins ?? {},
    sandboxControl: () => sandbox?.controlOrigin,
  });
  return { home, log, service, sandbox, firstKey: made?.key, setUp: await firstLink(home) };
}

async function startWorkers(settings: Settings, log: Log, sandbox: LaunchedSandbox | undefined): Promise<Crew> {
  const { Crew } = await import('../workers/crew.ts');
  const begin = {
    kind: 'begin' as const,
    sandboxOrigins: sandbox?.origins ?? {},
    sandboxControl: sandbox?.controlOrigin,
  };
  const crew = await Crew.start({ count: settings.workers, begin, log });
  process.on('SIGHUP', () => void crew.renew());
  return crew;
}

/** Until the first sign-in there is one link at a time; a start makes another when it has expired. */
async function firstLink(home: Home): Promise<string | undefined> {
  const somebody = await home.store.db.selectFrom('people').select('id').limit(1).executeTakeFirst();
  const organization = await organizationId(home);
  if (somebody || (await home.links.list('set_up', organization)).length > 0) return undefined;
  return (await setUpLink(home, organization, 'first-start')).secret;
}

import cluster from 'node:cluster';
import { SettingError, type Settings } from '../config.ts';
import { sandboxFile } from '../process/data-files.ts';
import { lockDataFolder } from '../process/data-folder-lock.ts';
import { launchSandbox } from '../sandbox/launch.ts';
import type { Command, Given } from './command.ts';
import { requireUsableFolder } from './data-folder.ts';
import { forgetRunning, noteRunning } from './running-service.ts';
import type { Running } from './serve-beside-sandbox.ts';
import { setUpAddress } from './set-up-link.ts';
import { stopSignal } from './stop-signal.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Starts the service, and the sandbox beside it. A new data folder is set up and its first API key printed.',
  options: {
    port: { type: 'string', meaning: 'Port (ADHELM_PORT)', value: 'PORT', setting: 'port' },
    host: { type: 'string', meaning: 'Address to listen on (ADHELM_HOST)', value: 'ADDRESS', setting: 'host' },
    workers: {
      type: 'string',
      meaning: 'Processes that serve together (ADHELM_WORKERS); SIGHUP renews them one by one',
      value: 'COUNT',
      setting: 'workers',
    },
  },
  async run(given) {
    const { settings } = given;
    if (cluster.isWorker) return (await import('./serve-as-worker.ts')).serveAsWorker(settings);
    requireUsableFolder(settings);
    requireSharable(settings);
    const running = await start(settings);
    noteRunning(settings, {
      url: running.service.url,
      ...(running.sandbox && { sandbox: running.sandbox.controlOrigin }),
    });
    const { log } = running;
    const stopping = stopSignal();
    watchSandbox(running, stopping);
    announce(given, running);
    await stopping;
    log.write('info', 'stopping');
    await stop(running);
    forgetRunning(settings);
    return 0;
  },
};

/** Workers need a shared store and shared limits, or each would be a service of its own. */
export function requireSharable({ workers, databaseUrl, redisUrl }: Settings): void {
  if (workers === 1 || (databaseUrl && redisUrl)) return;
  const missing = [...(databaseUrl ? [] : ['ADHELM_DATABASE_URL']), ...(redisUrl ? [] : ['ADHELM_REDIS_URL'])];
  throw new SettingError(
    `ADHELM_WORKERS is ${workers}, and ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set; allowed: 1 worker, or a PostgreSQL database and a Redis for them to share keys, limits and the audit log.`,
  );
}

async function start(settings: Settings): Promise<Running> {
  const lock = settings.databaseUrl === '' ? lockDataFolder(settings.data) : undefined;
  const launching =
    settings.sandbox === 'on' ? launchSandbox({ file: sandboxFile(settings), port: settings.sandboxPort }) : undefined;
  // Listen now: it may fail before the await below, and an unhandled rejection ends the process.
  launching?.catch(() => {});
  try {
    const { serveBesideSandbox } = await import('./serve-beside-sandbox.ts');
    return await serveBesideSandbox(settings, lock, launching);
  } catch (error) {
    // A sandbox left running would keep this process from ending.
    await launching?.then((sandbox) => sandbox.stop()).catch(() => {});
    lock?.release();
    throw listenProblem(error as NodeJS.ErrnoException, settings) ?? error;
  }
}

/** An error of `listen`, as the setting to change. */
function listenProblem({ code, syscall }: NodeJS.ErrnoException, { host, port }: Settings): SettingError | undefined {
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  if (code === 'EADDRINUSE')
    return new SettingError(`ADHELM_PORT is ${port}, which another program holds; allowed: a free port, or 0 for any.`);
  if (code === 'EACCES')
    return new SettingError(`ADHELM_PORT is ${port}, which this user may not take; allowed: a port above 1023.`);
  return new SettingError(
    `ADHELM_HOST is ${JSON.stringify(host)}, where this machine cannot listen (${code}); allowed: one of its own addresses.`,
  );
}

/** Logs the end of the sandbox, unless the service is stopping. */
function watchSandbox({ sandbox, log }: Running, stopping: Promise<void>): void {
  let expected = false;
  void stopping.then(() => {
    expected = true;
  });
  void sandbox?.exited.then(() => {
    if (!expected) log.write('error', 'sandbox_ended');
  });
}

function announce({ json, print, settings }: Given, { service: { url }, sandbox, firstKey, setUp }: Running): void {
  const link = setUp === undefined ? null : setUpAddress(settings.publicUrl || url, setUp);
  const control = sandbox?.controlOrigin ?? null;
  if (json) {
    print(JSON.stringify({ url, sandbox: control, key: firstKey ?? null, setUp: link, data: settings.data }));
    return;
  }
  const lines = [
    `Adhelm is ready at ${url}  (docs: ${url}/docs)`,
    ...(sandbox ? [`Sandbox of the platforms: ${sandbox.controlOrigin}`] : []),
    ...(link === null ? [] : ['', `Set up the web application (the link works once): ${link}`]),
    ...(firstKey
      ? ['', `API key, shown this once: ${firstKey}`, '', 'Try it:', '', curlLine(url, firstKey), '']
      : ['Another API key: npm run --silent adhelm -- key create --workspace NAME --name NAME']),
  ];
  print(lines.join('\n'));
}

function curlLine(url: string, key: string): string {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: '1',
    method: 'tools/call',
    params: { name: 'get_customer', arguments: {} },
  });
  return `curl -s ${url}/search/mcp -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

async function stop({ service, sandbox, home }: Running): Promise<void> {
  await service.close();
  await sandbox?.stop();
  await home.close();
}

import { join } from 'node:path';
import { realAmbient } from '../ambient.ts';
import { findChannels, type Service, startService } from '../build.ts';
import { SettingError, type Settings } from '../config.ts';
import { lockDataFolder } from '../data-folder-lock.ts';
import { firstStart } from '../first-start.ts';
import { type Home, openHome } from '../home.ts';
import { createLog, type Log } from '../log.ts';
import { type LaunchedSandbox, launchSandbox } from '../sandbox/launch.ts';
import { secretPattern } from '../secret-pattern.ts';
import type { Command, Given } from './command.ts';
import { requireUsableFolder } from './data-folder.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { forgetRunning, noteRunning } from './running-service.ts';
import { stopSignal } from './stop-signal.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Starts the service, and the sandbox beside it. A new data folder is set up and its first API key printed.',
  options: {
    port: { type: 'string', meaning: 'Port (ADHELM_PORT)', value: 'PORT', setting: 'port' },
    host: { type: 'string', meaning: 'Address to listen on (ADHELM_HOST)', value: 'ADDRESS', setting: 'host' },
  },
  async run(given) {
    const { settings } = given;
    requireUsableFolder(settings);
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

interface Running {
  home: Home;
  log: Log;
  service: Service;
  sandbox: LaunchedSandbox | undefined;
  firstKey: string | undefined;
}

async function start(settings: Settings): Promise<Running> {
  const lock = lockDataFolder(settings.data);
  const launching =
    settings.sandbox === 'on'
      ? launchSandbox({ file: join(settings.data, 'sandbox.sqlite'), port: settings.sandboxPort })
      : undefined;
  try {
    const channels = findChannels().finally(giveBackMemory);
    const [home, registry, sandbox] = await Promise.all([openHome(settings, realAmbient), channels, launching]);
    const write = (text: string) => void process.stderr.write(text);
    const log = createLog(settings.logLevel, write, Date.now, secretPattern(registry.channels));
    const made = await firstStart(home, registry.channels, sandbox?.controlOrigin);
    const service = await startService({
      settings,
      ambient: realAmbient,
      home,
      log,
      registry,
      lock,
      sandboxOrigins: () => sandbox?.origins ?? {},
    });
    return { home, log, service, sandbox, firstKey: made?.key };
  } catch (error) {
    // A sandbox left running would keep this process from ending.
    await launching?.then((sandbox) => sandbox.stop()).catch(() => {});
    lock.release();
    throw listenProblem(error as NodeJS.ErrnoException, settings) ?? error;
  }
}

/** What the system says about an address it will not give, as a setting that can be changed. */
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

/** Its end is news only while nobody asked for it. */
function watchSandbox({ sandbox, log }: Running, stopping: Promise<void>): void {
  let expected = false;
  void stopping.then(() => {
    expected = true;
  });
  void sandbox?.exited.then(() => {
    if (!expected) log.write('error', 'sandbox_ended');
  });
}

function announce({ json, print, settings }: Given, { service: { url }, sandbox, firstKey }: Running): void {
  if (json) {
    print(JSON.stringify({ url, sandbox: sandbox?.controlOrigin ?? null, key: firstKey ?? null, data: settings.data }));
    return;
  }
  const lines = [
    `Adhelm is ready at ${url}  (docs: ${url}/docs)`,
    ...(sandbox ? [`Sandbox of the platforms: ${sandbox.controlOrigin}`] : []),
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

import { join } from 'node:path';
import { realAmbient } from '../ambient.ts';
import { findChannels, type Service, startService } from '../build.ts';
import type { Settings } from '../config.ts';
import { firstStart } from '../first-start.ts';
import { type Home, openHome } from '../home.ts';
import { createLog, type Log } from '../log.ts';
import { type LaunchedSandbox, launchSandbox } from '../sandbox/launch.ts';
import type { Command, Given } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Starts the service, and the sandbox beside it. A new data folder is set up and its first API key printed.',
  options: {
    port: { type: 'string', meaning: 'Port (ADHELM_PORT)', value: 'PORT' },
    host: { type: 'string', meaning: 'Address to listen on (ADHELM_HOST)', value: 'ADDRESS' },
  },
  async run(given) {
    const { settings } = given;
    const log = createLog(settings.logLevel, (text) => void process.stderr.write(text), Date.now);
    const running = await start(settings, log);
    announce(given, running);
    await stopSignal();
    await stop(running, log);
    return 0;
  },
};

interface Running {
  home: Home;
  service: Service;
  sandbox: LaunchedSandbox | undefined;
  firstKey: string | undefined;
}

async function start(settings: Settings, log: Log): Promise<Running> {
  const launching =
    settings.sandbox === 'on'
      ? launchSandbox({ file: join(settings.data, 'sandbox.sqlite'), port: settings.sandboxPort })
      : undefined;
  const [home, registry, sandbox] = await Promise.all([openHome(settings, realAmbient), findChannels(), launching]);
  const made = await firstStart(
    home,
    registry.channels.filter((one) => one.needsConnection).map((one) => one.name),
    sandbox?.controlOrigin,
  );
  const service = await startService({
    settings,
    ambient: realAmbient,
    home,
    log,
    registry,
    sandboxOrigins: () => sandbox?.origins ?? {},
  });
  sandbox?.exited.then(() => log.write('warn', 'sandbox_ended'));
  return { home, service, sandbox, firstKey: made?.key };
}

function announce({ json, print, settings }: Given, { service, sandbox, firstKey }: Running): void {
  const { url } = service;
  if (json) {
    print(JSON.stringify({ url, sandbox: sandbox?.controlOrigin ?? null, key: firstKey ?? null, data: settings.data }));
    return;
  }
  print(`Adhelm is ready at ${url}  (docs: ${url}/docs)`);
  if (sandbox) print(`Sandbox of the platforms: ${sandbox.controlOrigin}`);
  if (!firstKey) return;
  print(`\nAPI key, shown this once: ${firstKey}\n\nTry it:\n\n${curlLine(url, firstKey)}\n`);
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

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
}

async function stop({ service, sandbox, home }: Running, log: Log): Promise<void> {
  log.write('info', 'stopping');
  await service.close();
  await sandbox?.stop();
  await home.close();
}

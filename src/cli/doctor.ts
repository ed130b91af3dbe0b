import { existsSync } from 'node:fs';
import { SETTINGS, type Settings } from '../config.ts';
import { type Home, storeFile } from '../home.ts';
import type { Command, Given } from './command.ts';
import { serviceUrl } from './service-url.ts';
import { table } from './table.ts';
import { withHome } from './with-home.ts';

interface Finding {
  what: string;
  state: 'ok' | 'attention';
  found: string;
  next?: string;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'Looks at what is configured and what is reachable, and says what to do next.',
  options: { url: { type: 'string', meaning: 'Address of the service (ADHELM_URL)', value: 'URL' } },
  async run(given) {
    const { settings, json, print } = given;
    const findings = [
      runtime(),
      ...(await dataFolder(given)),
      await service(serviceUrl(given)),
      ...(await sandbox(settings)),
      ...exposure(settings),
    ];
    if (json)
      print(JSON.stringify({ ok: findings.every(({ state }) => state === 'ok'), findings, settings: shown(settings) }));
    else {
      const rows = findings.map(({ what, state, found }) => [state === 'ok' ? '✓' : '!', what, found]);
      print(table(['', 'what', 'found'], rows));
      for (const { next } of findings) if (next) print(`\nNext: ${next}`);
    }
    return 0;
  },
};

function good(what: string, found: string): Finding {
  return { what, state: 'ok', found };
}

function bad(what: string, found: string, next: string): Finding {
  return { what, state: 'attention', found, next };
}

function runtime(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24
    ? good('Node', process.version)
    : bad('Node', process.version, 'Run through npm (npm start), which brings Node 24 along.');
}

async function dataFolder(given: Given): Promise<Finding[]> {
  const { settings } = given;
  if (!existsSync(storeFile(settings)))
    return [bad('data folder', `${settings.data} is empty`, 'Start the service once: npm start')];
  try {
    return await withHome(given, async (home) => [good('data folder', settings.data), ...(await inside(home))]);
  } catch (error) {
    const found = `${settings.data} cannot be opened: ${(error as Error).message}`;
    return [bad('data folder', found, 'Check ADHELM_DATA and ADHELM_MASTER_KEY, or put a backup in its place.')];
  }
}

async function inside({ store, audit, keyRing }: Home): Promise<Finding[]> {
  const [ready, trail, keys, connections] = await Promise.all([
    store.ready(),
    audit.verify(),
    keyRing.list(),
    store.db
      .selectFrom('connections')
      .innerJoin('workspaces', 'workspaces.id', 'connections.workspace_id')
      .select(['workspaces.name', 'channel', 'mode'])
      .orderBy('workspaces.created_at')
      .orderBy('channel')
      .execute(),
  ]);
  const active = keys.filter(({ status }) => status === 'active').length;
  return [
    ready.ok
      ? good('store', 'up to date')
      : bad(
          'store',
          `${ready.pendingMigrations} migrations pending`,
          'Start the service: it brings the store up to date.',
        ),
    trail.ok
      ? good('audit trail', `${trail.entries} entries, unbroken`)
      : bad('audit trail', 'broken', 'adhelm audit verify says where. Compare with a backup.'),
    active > 0
      ? good('API keys', `${active} active`)
      : bad('API keys', 'none active', 'adhelm key create --workspace NAME --name NAME'),
    ...connections.map(({ name, channel, mode }) => good(`${name} / ${channel}`, mode)),
  ];
}

async function service(url: string): Promise<Finding> {
  const status = await statusAt(`${url}/readyz`);
  if (status === undefined) return bad('service', `nothing answers at ${url}`, 'Start it: npm start');
  return status === 200
    ? good('service', `${url} is ready`)
    : bad('service', `${url} answers ${status}`, `${url}/readyz says what it is waiting for.`);
}

async function sandbox({ sandbox, sandboxPort }: Settings): Promise<Finding[]> {
  if (sandbox === 'off' || sandboxPort === 0) return [];
  const url = `http://127.0.0.1:${sandboxPort}`;
  return (await statusAt(url)) === 200
    ? [good('sandbox', `${url} answers`)]
    : [bad('sandbox', `nothing answers at ${url}`, 'It starts and ends with the service: npm start')];
}

async function statusAt(url: string): Promise<number | undefined> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status;
  } catch {
    return undefined;
  }
}

function exposure({ host, publicUrl }: Settings): Finding[] {
  if (['127.0.0.1', '::1', 'localhost'].includes(host) || publicUrl.startsWith('https://')) return [];
  return [
    bad(
      'exposure',
      `listens on ${host} without an https address`,
      'Put a TLS proxy in front and set ADHELM_PUBLIC_URL.',
    ),
  ];
}

function shown(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const row: { secret?: boolean } = SETTINGS[name as keyof typeof SETTINGS];
      return [name, row.secret && value !== '' ? '(set)' : value];
    }),
  );
}

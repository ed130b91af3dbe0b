import { existsSync } from 'node:fs';
import { realAmbient } from '../ambient.ts';
import { SETTINGS, type Settings } from '../config.ts';
import { openHome, storeFile } from '../home.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

interface Finding {
  what: string;
  state: 'ok' | 'attention';
  found: string;
  next?: string;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'Looks at what is configured and what is reachable, and says what to do next.',
  async run({ settings, json, print }) {
    const findings = [runtime(), ...(await inTheDataFolder(settings)), await running(settings), ...exposure(settings)];
    if (json)
      print(JSON.stringify({ ok: findings.every(({ state }) => state === 'ok'), findings, settings: shown(settings) }));
    else {
      print(
        table(
          ['', 'what', 'found'],
          findings.map(({ what, state, found }) => [state === 'ok' ? '✓' : '!', what, found]),
        ),
      );
      for (const { next } of findings) if (next) print(`\nNext: ${next}`);
    }
    return 0;
  },
};

function runtime(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24
    ? { what: 'Node', state: 'ok', found: process.version }
    : {
        what: 'Node',
        state: 'attention',
        found: process.version,
        next: 'Run through npm (npm start), which brings Node 24 along.',
      };
}

async function inTheDataFolder(settings: Settings): Promise<Finding[]> {
  if (!existsSync(storeFile(settings))) {
    return [
      {
        what: 'data folder',
        state: 'attention',
        found: `${settings.data} is empty`,
        next: 'Start the service once: npm start',
      },
    ];
  }
  const home = await openHome(settings, realAmbient);
  try {
    const [ready, audit, keys, connections] = await Promise.all([
      home.store.ready(),
      home.audit.verify(),
      home.keyRing.list(),
      home.store.db
        .selectFrom('connections')
        .innerJoin('workspaces', 'workspaces.id', 'connections.workspace_id')
        .select(['workspaces.name', 'channel', 'mode'])
        .execute(),
    ]);
    const active = keys.filter(({ status }) => status === 'active').length;
    return [
      { what: 'data folder', state: 'ok', found: settings.data },
      {
        what: 'store',
        state: ready.ok ? 'ok' : 'attention',
        found: ready.ok ? 'up to date' : `${ready.pendingMigrations} migrations pending`,
      },
      audit.ok
        ? { what: 'audit trail', state: 'ok', found: `${audit.entries} entries, unbroken` }
        : {
            what: 'audit trail',
            state: 'attention',
            found: 'broken',
            next: 'adhelm audit verify says where. Compare with a backup.',
          },
      {
        what: 'API keys',
        state: active > 0 ? 'ok' : 'attention',
        found: `${active} active`,
        ...(active === 0 && { next: 'adhelm key create --workspace NAME --name NAME' }),
      },
      ...connections.map(
        ({ name, channel, mode }): Finding => ({ what: `${name} / ${channel}`, state: 'ok', found: mode }),
      ),
    ];
  } finally {
    await home.close();
  }
}

async function running({ host, port }: Settings): Promise<Finding> {
  const url = `http://${host}:${port}`;
  try {
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    return { what: 'service', state: reply.ok ? 'ok' : 'attention', found: `${url} answers ${reply.status}` };
  } catch {
    return { what: 'service', state: 'attention', found: `nothing answers at ${url}`, next: 'Start it: npm start' };
  }
}

function exposure({ host, publicUrl }: Settings): Finding[] {
  if (host === '127.0.0.1' || host === '::1' || host === 'localhost') return [];
  return publicUrl.startsWith('https://')
    ? []
    : [
        {
          what: 'exposure',
          state: 'attention',
          found: `listens on ${host} without an https address`,
          next: 'Put a TLS proxy in front and set ADHELM_PUBLIC_URL.',
        },
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

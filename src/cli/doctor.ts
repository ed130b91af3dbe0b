import { existsSync } from 'node:fs';
import { FENCE } from '../auth/connections.ts';
import type { ConnectionView } from '../auth/directory.ts';
import { SETTINGS, type Settings } from '../config.ts';
import { storeFile } from '../process/data-files.ts';
import type { Home } from '../process/home.ts';
import { askPlatforms } from './ask-platforms.ts';
import type { Command, Given } from './command.ts';
import { inOneSentence } from './in-one-sentence.ts';
import { sandboxControl } from './sandbox-control.ts';
import { serviceUrl } from './service-url.ts';
import { shellLine, startLine } from './shell-line.ts';
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
  summary:
    'Looks at what is configured, asks every platform through every connection, and says what to do next. Exit code 1 when something is wrong.',
  options: { url: { type: 'string', meaning: 'Address of the service (ADHELM_URL)', value: 'URL' } },
  async run(given) {
    const { settings, json, print } = given;
    const control = sandboxControl(settings);
    const findings = [
      runtime(),
      await service(serviceUrl(given), settings),
      ...(control === undefined ? [] : [await sandbox(control, settings)]),
      ...(await dataFolder(given, control)),
      ...exposure(settings),
    ];
    const ok = findings.every(({ state }) => state === 'ok');
    if (json) print(JSON.stringify({ ok, findings, settings: shown(settings) }));
    else {
      const rows = findings.map(({ what, state, found }) => [state === 'ok' ? '✓' : '!', what, found]);
      print(table(['', 'what', 'found'], rows));
      const steps = new Set(findings.flatMap(({ next }) => next ?? []));
      for (const next of steps) print(`\nNext: ${next}`);
    }
    return ok ? 0 : 1;
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

async function dataFolder(given: Given, control: string | undefined): Promise<Finding[]> {
  const { settings } = given;
  if (settings.databaseUrl === '' && !existsSync(storeFile(settings)))
    return [bad('data folder', `${settings.data} is empty`, `Start the service once: ${startLine(settings)}`)];
  try {
    return await withHome(given, async (home) => [
      good('data folder', settings.data),
      ...(await inside(home, settings)),
      ...(await connections(home, settings, control)),
    ]);
  } catch (error) {
    const found = `${settings.data} cannot be opened: ${inOneSentence(error)}`;
    return [bad('data folder', found, 'Check ADHELM_DATA and ADHELM_MASTER_KEY, or put a backup in its place.')];
  }
}

async function inside({ store, audit, keyRing, jobs }: Home, settings: Settings): Promise<Finding[]> {
  const [ready, log, keys] = await Promise.all([store.ready(), audit.verify(), keyRing.list()]);
  const active = keys.filter(({ status }) => status === 'active').length;
  return [
    ready.ok
      ? good('store', 'up to date')
      : bad(
          'store',
          `${ready.pendingMigrations} migrations pending`,
          `Start the service, which brings the store up to date: ${startLine(settings)}`,
        ),
    log.ok
      ? good('audit log', `${log.entries} entries, unbroken`)
      : bad('audit log', 'broken', `${shellLine(settings, 'audit', 'verify')} says where. Compare with a backup.`),
    active > 0
      ? good('API keys', `${active} active`)
      : bad('API keys', 'none active', shellLine(settings, 'key', 'create', '--workspace', 'NAME', '--name', 'NAME')),
    await jobsFinding(jobs, settings),
  ];
}

async function jobsFinding(jobs: Home['jobs'], settings: Settings): Promise<Finding> {
  const listing = (state: string) => shellLine(settings, 'jobs', '--state', state);
  const counts = await jobs.counts();
  const total = (state: 'due' | 'late' | 'failing') => counts.reduce((sum, one) => sum + one[state], 0);
  const named = (state: 'late' | 'failing') =>
    `${total(state)} ${state} (${counts.flatMap(({ kind, [state]: count }) => (count > 0 ? [`${kind} ${count}`] : [])).join(', ')})`;
  if (total('failing') > 0) {
    const [first] = await jobs.list({ state: 'failing', limit: 1 });
    const late = total('late') > 0 ? `${named('late')}, ` : '';
    const next = `${listing('failing')} shows the error of each. They are tried again by themselves.`;
    return bad('jobs', `${late}${named('failing')}: ${first?.lastError ?? 'no error kept'}`, next);
  }
  if (total('late') > 0)
    return bad(
      'jobs',
      named('late'),
      `Start the service, which runs them: ${startLine(settings)}. While it runs: ${listing('late')}`,
    );
  return good('jobs', `${total('due')} due, none late or failing`);
}

async function connections(home: Home, settings: Settings, control: string | undefined): Promise<Finding[]> {
  const answers = await askPlatforms(home, control);
  return answers.map(({ workspace, connection, found, failure }) => {
    const { channel, mode } = connection;
    const what = `${workspace} / ${channel}`;
    if (!failure) return good(what, `${mode}: ${found}`);
    const { code, message, nextStep } = failure.details;
    const next = code === 'token_expired' ? shellLine(settings, ...reconnecting(workspace, connection)) : nextStep;
    return bad(what, `${mode}: ${message}`, next);
  });
}

/** With everything but the tokens as it was: a command without the fence would take it away. */
function reconnecting(workspace: string, { channel, mode, account, accounts, options }: ConnectionView): string[] {
  const others = Object.entries(options).filter(([name]) => name !== FENCE);
  return [
    ...['connect', channel, '--workspace', workspace],
    ...(mode === 'sandbox' ? ['--sandbox'] : ['--credentials', 'tokens.json']),
    ...(account === undefined ? [] : ['--account', account]),
    ...(accounts ? ['--accounts', accounts.join()] : []),
    ...(others.length > 0 ? ['--options', others.map((pair) => pair.join('=')).join()] : []),
  ];
}

async function service(url: string, settings: Settings): Promise<Finding> {
  const reply = await replyOf(`${url}/readyz`);
  if (reply === undefined) return bad('service', `nothing answers at ${url}`, `Start it: ${startLine(settings)}`);
  const next = `${url}/readyz says what it is waiting for, the log of the service why.`;
  if (reply.status !== 200) return bad('service', `${url} answers ${reply.status}`, next);
  const { status, checks = {} } = (await reply.json()) as { status?: string; checks?: Record<string, string> };
  if (status !== 'degraded') return good('service', `${url} is ready`);
  const missing = Object.entries(checks).filter(([name, found]) => found !== 'ok' && name !== 'shutdown');
  return bad('service', `${url} is degraded: ${missing.map((pair) => pair.join(': ')).join('; ')}`, next);
}

async function sandbox(url: string, settings: Settings): Promise<Finding> {
  return (await replyOf(url))?.status === 200
    ? good('sandbox', `${url} answers`)
    : bad('sandbox', `nothing answers at ${url}`, `It starts and ends with the service: ${startLine(settings)}`);
}

async function replyOf(url: string): Promise<Response | undefined> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(2_000) });
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

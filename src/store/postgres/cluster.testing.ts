import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openPostgresStore } from './postgres-store.ts';

const DEBIAN_PLACE = '/usr/lib/postgresql';
const START_MS = 60_000;
/** Copied for each test, which is quicker than to go through the migrations. */
const UP_TO_DATE = 'up_to_date';

/** The programs of PostgreSQL on this machine; undefined where there are none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN_PLACE) ? readdirSync(DEBIAN_PLACE) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(DEBIAN_PLACE, newest, 'bin');
}

export interface Cluster {
  readonly folder: string;
  /** The address of one of its databases. */
  urlOf(database: string): string;
  /** A new database, empty or with a schema that is up to date; resolves to its address. */
  createDatabase(options?: { empty?: boolean }): Promise<string>;
  start(): Promise<void>;
  /** `immediate` is a crash: nothing is written that was not written already. */
  stop(how?: 'fast' | 'immediate'): void;
  discard(): void;
}

/** A PostgreSQL server of the tests' own, in a temporary folder, on a Unix socket; not started yet. */
export function newCluster(folder = mkdtempSync(join(tmpdir(), 'adhelm-pg-'))): Cluster | undefined {
  const programs = findPostgres();
  if (programs === undefined) return undefined;
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) => {
    const done = spawnSync(...asItsUser(join(programs, program), args), { encoding: 'utf8', cwd: '/' });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}${done.stdout}`);
  };
  const make = async (database: string) => {
    const client = new Client({ connectionString: cluster.urlOf('postgres') });
    await client.connect();
    await client.query(`create database ${database}`).finally(() => client.end());
  };
  const cluster: Cluster = {
    folder,
    urlOf: (database) => `postgres://adhelm@/${database}?host=${encodeURIComponent(folder)}`,
    async createDatabase({ empty = false } = {}) {
      const name = `test_${process.pid}_${process.hrtime.bigint()}`;
      await make(empty ? name : `${name} template ${UP_TO_DATE}`);
      return cluster.urlOf(name);
    },
    async start() {
      const isNew = !existsSync(data);
      if (isNew) {
        giveToItsUser(folder);
        // Texts have an order of their own, so that code that relies on the database's order is found.
        const order = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
        run('initdb', '-D', data, '-U', 'adhelm', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...order);
      }
      const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'listen_addresses='];
      const args = ['-D', data, '-k', folder, ...settings.flatMap((one) => ['-c', one])];
      spawn(...asItsUser(join(programs, 'postgres'), args), { stdio: 'ignore', detached: true, cwd: '/' }).unref();
      await untilItAnswers(cluster.urlOf('postgres'));
      if (!isNew) return;
      await make(UP_TO_DATE);
      await (await openPostgresStore({ url: cluster.urlOf(UP_TO_DATE), connectionsMax: 1 })).close();
    },
    stop(how = 'fast') {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', 'stop', '-D', data, '-m', how, '-w');
    },
    discard() {
      cluster.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}

async function untilItAnswers(url: string): Promise<void> {
  for (const deadline = performance.now() + START_MS; ; await sleep(20)) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

/** It refuses to run as root. Debian's package brings a user along. */
function asItsUser(program: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [...args]];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]];
}

function giveToItsUser(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() !== 0) return;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'));
  const [, , uid, gid] = entry?.split(':') ?? [];
  chownSync(folder, Number(uid), Number(gid));
  chmodSync(folder, 0o755);
}

/** Set by the run's set-up: where the one server of a run lives. */
export const SHARED_FOLDER = 'TEST_POSTGRES';
const TAKEN = 'EEXIST';

/** The one server of a test run, started when the first test needs it. */
async function sharedCluster(): Promise<Cluster> {
  const folder = process.env[SHARED_FOLDER];
  const cluster = folder === undefined ? undefined : newCluster(folder);
  if (!folder || !cluster) throw new Error('PostgreSQL is not installed here (Debian: apt-get install postgresql)');
  try {
    mkdirSync(`${folder}.starting`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== TAKEN) throw error;
    while (!existsSync(`${folder}.starting/ready`)) await sleep(20);
    return cluster;
  }
  await cluster.start();
  mkdirSync(`${folder}.starting/ready`);
  return cluster;
}

let shared: Promise<Cluster> | undefined;

/** The address of a new database on the run's server. */
export async function temporaryDatabase(options?: { empty?: boolean }): Promise<string> {
  shared ??= sharedCluster();
  return (await shared).createDatabase(options);
}

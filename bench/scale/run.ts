import { CALLERS_PER_PROCESS, type Measured, measureInRounds } from './real-processes.ts';
import { type Simulated, simulate } from './simulation.ts';

/**
 * `node bench/scale/run.ts`: what is used up first by 10, 100 and 1,000 processes. `--check`: the same simulation beside two and
 * three real processes with a Redis on this machine.
 */

/** Measured on the machine the figures of docs/scale.md come from; `--check` measures the first two again. */
export const COSTS = {
  /** Processor time of a call in a process, and the limiter's round trip on top; today's calls are in `bench/results.json`. */
  processUs: 165,
  /** Redis, for one take of the limiter. */
  redisUs: 25,
  /** A transaction that appends to the audit log holds the head of its chain until it is on disk. */
  chainUs: 2_000,
  /** Five round trips for each more that shares the commit. */
  chainTurnUs: 500,
};

/** As `WriteGroup` has it. */
const TURNS_MAX = 64;

export interface Deployment {
  processes: number;
  /** Chains that audit rows are spread over. */
  chains: number;
  /** How many appends may share a commit. */
  turnsMax: number;
  redises: number;
  /** Requests a second that the platforms let the application send. */
  platformPerSecond: number;
}

/** What one after the other would be done about it. */
const REMEDIES = [
  { what: 'one chain, a commit each, one Redis', chains: 1, turnsMax: 1, redises: 1 },
  { what: 'one chain, group commit, one Redis', chains: 1, turnsMax: TURNS_MAX, redises: 1 },
  { what: 'a chain a workspace (1,000), one Redis', chains: 1_000, turnsMax: TURNS_MAX, redises: 1 },
  { what: 'a chain a workspace (1,000), 16 Redis', chains: 1_000, turnsMax: TURNS_MAX, redises: 16 },
];
/** Each process serves five hundred advertisers, and the platforms let each of them send ten requests a second. */
const PLATFORM_PER_SECOND_AND_PROCESS = 5_000;
const CALLS_SIMULATED = 200_000;

/** Of a hundred calls: reads that ask a platform, writes that do, and what the service answers by itself. */
const SHARES = { platformReads: 0.7, writes: 0.1 };

/** Each process as busy as one can be kept without queues: seven tenths. */
export function deployment(
  { processes, chains, turnsMax, redises, platformPerSecond }: Deployment,
  seconds: number,
): Simulated {
  const process = { name: 'processes', servers: processes, serviceUs: COSTS.processUs };
  const redis = { name: 'redis', servers: redises, serviceUs: COSTS.redisUs };
  const together = { max: turnsMax, eachUs: COSTS.chainTurnUs };
  const chain = { name: 'audit chain', servers: chains, serviceUs: COSTS.chainUs, together };
  // A limit is a server that needs just so long for each.
  const platform = { name: 'platform limits', servers: 1, serviceUs: 1e6 / platformPerSecond };
  return simulate({
    stations: [process, redis, chain, platform],
    route(chance) {
      const kind = chance();
      if (kind < SHARES.writes) return ['processes', 'redis', 'audit chain', 'platform limits', 'audit chain'];
      return kind < SHARES.writes + SHARES.platformReads
        ? ['processes', 'redis', 'platform limits']
        : ['processes', 'redis'];
    },
    load: { callsPerSecond: (0.7 * processes * 1e6) / COSTS.processUs },
    seconds,
    seed: 7,
  });
}

/** What one process with its Redis was seen to need, and so what several should do. */
function predicted(one: Measured, processes: number, cores: number): number {
  const names = Array.from({ length: processes }, (_, index) => `process ${index}`);
  let next = 0;
  return (
    simulate({
      stations: [
        ...names.map((name) => ({ name, servers: 1, serviceUs: one.processUs })),
        { name: 'redis', servers: 1, serviceUs: one.redisUs },
      ],
      route: () => [names[next++ % processes]!, 'redis'],
      load: { callers: processes * CALLERS_PER_PROCESS },
      cores: Math.max(1, Math.round(cores)),
      seconds: 2,
      seed: 7,
    }).callsPerSecond * Math.min(1, cores / Math.max(1, Math.round(cores)))
  );
}

async function check(): Promise<void> {
  const measured = await measureInRounds(4, 2);
  console.log('processes  takes/s  simulated  off   µs a take: process, Redis   processors had');
  for (const real of measured) {
    const expected = predicted(measured[0]!, real.processes, real.cores);
    const off = Math.round((100 * (expected - real.takesPerSecond)) / real.takesPerSecond);
    console.log(
      `${String(real.processes).padStart(9)} ${String(Math.round(real.takesPerSecond)).padStart(8)} ${String(Math.round(expected)).padStart(10)} ${`${off} %`.padStart(5)} ${real.processUs.toFixed(0).padStart(19)}, ${real.redisUs.toFixed(0).padStart(5)} ${real.cores.toFixed(2).padStart(16)}`,
    );
    if (Math.abs(off) > 33) process.exitCode = 1;
  }
}

function table(): void {
  const percent = (share: number) => `${Math.round(share * 100)} %`.padStart(6);
  console.log(
    `${'processes'.padEnd(10)}${''.padEnd(40)}${'wanted/s'.padStart(10)}${'done/s'.padStart(10)}  processes  Redis  chain  platforms`,
  );
  for (const processes of [1, 10, 100, 1_000]) {
    for (const { what, chains, turnsMax, redises } of REMEDIES) {
      const platformPerSecond = processes * PLATFORM_PER_SECOND_AND_PROCESS;
      const wanted = (0.7 * processes * 1e6) / COSTS.processUs;
      const { callsPerSecond, busy } = deployment(
        { processes, chains, turnsMax, redises, platformPerSecond },
        CALLS_SIMULATED / wanted,
      );
      const shares = [busy.processes, busy.redis, busy['audit chain'], busy['platform limits']].map((share) =>
        percent(share ?? 0),
      );
      console.log(
        `${String(processes).padEnd(10)}${what.padEnd(40)}${String(Math.round(wanted)).padStart(10)}${String(Math.round(callsPerSecond)).padStart(10)}     ${shares.join(' ')}`,
      );
    }
  }
}

if (import.meta.main) {
  if (process.argv.includes('--check')) await check();
  else table();
}

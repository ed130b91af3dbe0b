/** A figure, and what it is to reach. */
export interface Goal {
  name: string;
  what: string;
  /** What is to be reached, and whether more or less of it is better. */
  goal: number;
  better: 'higher' | 'lower';
  /** Of what is no ratio: it depends on the machine, and is not held against a record made on another. */
  unit?: ' ms' | ' MB';
}

export const GOALS: readonly Goal[] = [
  { name: 'localOfBare', what: 'local tool, plain client, of bare `node:http`', goal: 0.75, better: 'higher' },
  { name: 'bareProcessorOfLocal', what: 'the same by processor time', goal: 0.75, better: 'higher' },
  {
    name: 'localOfSdk',
    what: 'local tool, of the official SDK with as many tools, times',
    goal: 25,
    better: 'higher',
  },
  { name: 'modernOfBare', what: 'modern MCP client, of bare `node:http`', goal: 0.6, better: 'higher' },
  { name: 'platformOfBare', what: 'one platform call, of a bare pass-through', goal: 0.95, better: 'higher' },
  {
    name: 'writesOfOneCommit',
    what: 'recorded writes, 32 callers, of a commit each, times',
    goal: 4,
    better: 'higher',
  },
  { name: 'syncsPerWrite', what: 'syncs a recorded write; with a commit each, 2', goal: 0.5, better: 'lower' },
  { name: 'manyKeysOfOne', what: 'a call with 1,000,000 keys, of that with one', goal: 1.1, better: 'lower' },
  {
    name: 'longAuditOfEmpty',
    what: 'an audited write on a long log, of that on an empty one',
    goal: 1.2,
    better: 'lower',
  },
  { name: 'twoProcessesOfOne', what: 'processor time a call, two processes of one', goal: 1.1, better: 'lower' },
  { name: 'reportOfSlowest', what: 'report over four channels, of the slowest alone', goal: 1.1, better: 'lower' },
  { name: 'memoryAfterManyMb', what: 'more memory after 1,000,000 calls', goal: 20, better: 'lower', unit: ' MB' },
  { name: 'idleMemoryMb', what: 'idle memory', goal: 150, better: 'lower', unit: ' MB' },
  {
    name: 'idleWithWebMb',
    what: 'idle memory after the web application was used',
    goal: 150,
    better: 'lower',
    unit: ' MB',
  },
  { name: 'readyMs', what: 'ready after start', goal: 1500, better: 'lower', unit: ' ms' },
];

export function reaches({ goal, better }: Goal, value: number): boolean {
  return better === 'higher' ? value >= goal : value <= goal;
}

export function goalText({ goal, better, unit }: Goal): string {
  return `${better === 'higher' ? '≥' : '≤'} ${goal}${unit ?? ''}`;
}

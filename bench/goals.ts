/** A measured figure and the value it has to reach. */
export interface Goal {
  name: string;
  what: string;
  goal: number;
  better: 'higher' | 'lower';
  /** Only figures that are no ratios have one. They depend on the machine, so `--check` does not compare them. */
  unit?: ' ms' | ' MB';
}

export const GOALS: readonly Goal[] = [
  {
    name: 'localOfBare',
    what: 'local tool, plain client, of bare `node:http`, processor time',
    goal: 0.5,
    better: 'higher',
  },
  {
    name: 'localOfSdk',
    what: 'local tool, of the official SDK with as many tools, times',
    goal: 25,
    better: 'higher',
  },
  {
    name: 'modernOfBare',
    what: 'the same by a modern MCP client, processor time',
    goal: 0.4,
    better: 'higher',
  },
  { name: 'platformOfBare', what: 'one platform call, of a bare pass-through', goal: 0.95, better: 'higher' },
  {
    name: 'writesOfOneCommit',
    what: 'recorded writes, 32 callers, of a commit each, times',
    goal: 4,
    better: 'higher',
  },
  { name: 'syncsPerWrite', what: 'syncs a recorded write; with a commit each, 2', goal: 0.5, better: 'lower' },
  { name: 'manyKeysOfOne', what: 'a call with 1,000,000 keys, of that with one', goal: 1.1, better: 'lower' },
  { name: 'tokenOfKey', what: "a call with a grant's token, of that with a key", goal: 1.05, better: 'lower' },
  {
    name: 'longAuditOfEmpty',
    what: 'an audited write on a long log, of that on an empty one',
    goal: 1.2,
    better: 'lower',
  },
  { name: 'twoProcessesOfOne', what: 'processor time a call, two processes of one', goal: 1.1, better: 'lower' },
  { name: 'reportOfSlowest', what: 'report over four channels, of the slowest alone', goal: 1.1, better: 'lower' },
  {
    name: 'historyOfParse',
    what: '13 months of four channels from the store, of parsing the same numbers as one JSON text, processor time',
    goal: 8,
    better: 'lower',
  },
  { name: 'historyMs', what: '13 months of four channels from the store', goal: 1000, better: 'lower', unit: ' ms' },
  {
    name: 'liveHeapGrowthMb',
    what: 'growth of the live heap over 1,000,000 calls',
    goal: 2,
    better: 'lower',
    unit: ' MB',
  },
  { name: 'idleMemoryMb', what: 'idle memory', goal: 160, better: 'lower', unit: ' MB' },
  {
    name: 'idleWithWebMb',
    what: 'idle memory after the web application was used',
    goal: 190,
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

import { ACTION_CLASSES, type ActionClass } from '../plans/action-class.ts';
import { type PolicyChange, RULES, type Rule } from '../plans/policies.ts';
import type { Home } from '../process/home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

/** Pausing and cutting are never held back, so there is no rule for them. */
const CLASSES = ACTION_CLASSES.filter((name) => name !== 'cut');

const MEANINGS: Readonly<Record<Exclude<ActionClass, 'cut'>, string>> = {
  people: 'lists of people that are uploaded',
  delete: 'what cannot be taken back',
  activate: 'what is switched on or reaches visitors',
  raise: 'whatever lets more money flow',
  create: 'what is made new, and paused',
  change: 'changes without money',
};

export const policy = withVerbs(
  {
    name: 'policy',
    takes: 'show|set',
    summary: 'Says which changes are made at once, and which a person agrees to first. Nothing here approves anything.',
    options: {
      workspace: { type: 'string', meaning: 'workspace, by name or id', value: 'NAME' },
      key: {
        type: 'string',
        meaning: 'rules of one key, by id: they only tighten those of its workspace',
        value: 'ID',
      },
      ...Object.fromEntries(
        CLASSES.map((name) => [
          name,
          { type: 'string' as const, meaning: `set: ${MEANINGS[name]}: ${RULES.join(', ')}`, value: 'RULE' },
        ]),
      ),
      'four-eyes': { type: 'string', meaning: 'set: nobody approves what they asked for: on, off', value: 'ON' },
      two: { type: 'string', meaning: 'set: classes that take two approvals, separated by commas', value: 'LIST' },
    },
  },
  {
    show: { options: ['workspace', 'key'], run: show },
    set: { options: ['workspace', 'key', ...CLASSES, 'four-eyes', 'two'], run: set },
  },
);

async function show(home: Home, given: Given): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const key = optional(given, 'key') ?? '';
  const mode = workspace.connections.some((one) => one.mode === 'live') ? 'live' : 'sandbox';
  const { rules, fourEyes, two } = await home.policies.of(workspace.id, key, mode);
  const rows = CLASSES.map((name) => [name, rules[name] ?? 'auto', two.includes(name) ? '2' : '1']);
  if (given.json) given.print(JSON.stringify({ rules, four_eyes: fourEyes, two }));
  else given.print(`${table(['class', 'rule', 'approvals'], rows)}\n\nFour eyes: ${fourEyes ? 'on' : 'off'}.`);
  return 0;
}

async function set(home: Home, given: Given): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const change = changeIn(given);
  if (Object.keys(change).length === 0) throw new UsageError(`Say what to set, for example --raise approve.`);
  const keyId = optional(given, 'key');
  if (keyId !== undefined && !(await home.keyRing.list({ workspaceId: workspace.id, ids: [keyId] })).length)
    throw new UsageError(`There is no key ${keyId} in this workspace; adhelm key list shows them.`);
  const { id: workspaceId, organizationId } = workspace;
  await home.policies.set({ organizationId, workspaceId, keyId, change, actor: ACTOR });
  return show(home, given);
}

function changeIn(given: Given): PolicyChange {
  const rules = Object.fromEntries(
    CLASSES.flatMap((name) => {
      const rule = optional(given, name);
      return rule === undefined ? [] : [[name, oneOf(name, rule, RULES)]];
    }),
  ) as Partial<Record<ActionClass, Rule>>;
  const fourEyes = optional(given, 'four-eyes');
  const two = optional(given, 'two');
  return {
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(fourEyes !== undefined && { four_eyes: oneOf('four-eyes', fourEyes, ['on', 'off']) === 'on' }),
    ...(two !== undefined && {
      two: two
        .split(',')
        .filter(Boolean)
        .map((name) => oneOf('two', name.trim(), CLASSES)),
    }),
  };
}

function oneOf<T extends string>(option: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new UsageError(`--${option} is "${given}"; allowed: ${allowed.join(', ')}.`);
  return found;
}

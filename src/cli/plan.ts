import { codeOf, type Plan } from '../plans/plan.ts';
import type { Home } from '../process/home.ts';
import { PLAN_STATES } from '../tools/plan-desk.ts';
import { type Command, type Given, optional, required, UsageError } from './command.ts';
import { compare, exportFile, fromSheet } from './media-plan.ts';
import { table } from './table.ts';
import { callOptions } from './tool-calls.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const LISTED_MAX = 500;

/** Options of `adhelm plan from-sheet`, `compare` and `export`, which call the running service. */
const mediaPlanOptions = {
  ...callOptions,
  range: { type: 'string', meaning: 'from-sheet, compare: tab or cells with the heads', value: 'RANGE' },
  mapping: { type: 'string', meaning: 'from-sheet: columns, such as {"F":"budget_total"}; remembered', value: 'JSON' },
  defaults: {
    type: 'string',
    meaning: 'from-sheet: what rows have in common, as in plan_from_sheet; kept',
    value: 'JSON',
  },
  plan: { type: 'string', meaning: 'compare, export: a plan, by its id', value: 'ID' },
  channels: { type: 'string', meaning: 'export: names, separated by commas (default: all)', value: 'NAMES' },
  accounts: { type: 'string', meaning: 'export: ids, separated by commas (default: all)', value: 'IDS' },
  status: { type: 'string', meaning: 'export: ACTIVE, PAUSED or OTHER', value: 'STATUS' },
  named: { type: 'string', meaning: 'export: campaigns whose name has this in it', value: 'TEXT' },
  limit: { type: 'string', meaning: 'from-sheet, compare: most campaigns shown (default: 200)', value: 'COUNT' },
} as const;

const STORED = withVerbs(
  {
    name: 'plan',
    takes: 'list|show|from-sheet|compare|export [ID|SHEET|FILE]',
    summary:
      'Shows changes that were planned, plans campaigns from a spreadsheet, compares a plan with what runs, exports what runs. There is no command that approves one: people do that, signed in.',
    options: {
      workspace: { type: 'string', meaning: 'workspace, by name or id', value: 'NAME' },
      state: { type: 'string', meaning: `list: only in this state: ${PLAN_STATES.join(', ')}`, value: 'STATE' },
    },
  },
  {
    list: { options: ['workspace', 'state'], run: list },
    show: { options: ['workspace'], asksFor: 'Name the plan by its id; adhelm plan list shows them.', run: show },
  },
);

/** Of these verbs each calls the running service. */
const CALLS: Readonly<
  Record<string, { options: readonly string[]; run(given: Given, argument: string): Promise<number> }>
> = {
  'from-sheet': { options: ['range', 'limit', 'mapping', 'defaults'], run: fromSheet },
  compare: { options: ['range', 'plan', 'limit'], run: compare },
  export: { options: ['plan', 'channels', 'accounts', 'status', 'named'], run: exportFile },
};

export const plan: Command = {
  ...STORED,
  options: { ...mediaPlanOptions, ...STORED.options },
  async run(given) {
    const [name = '', argument = ''] = given.words;
    const found = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    if (!found && !['list', 'show'].includes(name))
      throw new UsageError(`plan takes one of: list, show, ${Object.keys(CALLS).join(', ')}.`);
    const allowed = found ? [...Object.keys(callOptions), ...found.options] : Object.keys(STORED.options ?? {});
    const misplaced = Object.keys({ ...mediaPlanOptions, ...STORED.options }).find(
      (option) => option in given.options && !allowed.includes(option),
    );
    if (misplaced !== undefined)
      throw new UsageError(`plan ${name} does not take --${misplaced}. See: adhelm plan --help`);
    return found ? found.run(given, argument) : STORED.run(given);
  },
};

async function list(home: Home, given: Given): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const wanted = optional(given, 'state');
  const state = PLAN_STATES.find((one) => one === wanted);
  if (wanted !== undefined && !state)
    throw new UsageError(`--state is "${wanted}"; allowed: ${PLAN_STATES.join(', ')}.`);
  const plans = await home.plans.list([workspace.id], state, LISTED_MAX);
  if (given.json) given.print(JSON.stringify({ plans: plans.map(shown) }));
  else
    given.print(
      plans.length
        ? table(['id', 'code', 'state', 'class', 'channel', 'tool', 'asked for by', 'expires'], plans.map(rowOf))
        : 'No plans.',
    );
  return 0;
}

async function show(home: Home, given: Given, id: string): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const found = await home.plans.find(workspace.id, id);
  if (!found) throw new UsageError(`There is no plan ${id} in this workspace; adhelm plan list shows them.`);
  given.print(JSON.stringify(shown(found), undefined, given.json ? undefined : 2));
  return 0;
}

function shown({ id, hash, state, class: name, channel, tool, requester, reason, facts, expiresAt, note }: Plan) {
  return {
    id,
    code: codeOf(hash),
    state,
    class: name,
    channel,
    tool,
    requester,
    reason,
    difference: facts.difference,
    expires_at: new Date(expiresAt).toISOString(),
    note,
  };
}

function rowOf(one: Plan): string[] {
  const { id, code, state, class: name, channel, tool, requester, expires_at } = shown(one);
  return [id, code, state, name, channel, tool, requester, expires_at];
}

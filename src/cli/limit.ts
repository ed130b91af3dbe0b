import type { Home } from '../process/home.ts';
import type { LimitScope, SpendLimit } from '../spend-limits/limit-book.ts';
import { isPercent, LIMIT_KINDS, type LimitKind } from '../spend-limits/limit-kinds.ts';
import { isCurrency } from '../tools/money.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { organizationId } from './organization-id.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

const OPTIONS: Readonly<Record<LimitKind, string>> = {
  daily: 'daily',
  worst_day: 'worst-day',
  month: 'month',
  single: 'single',
  step: 'step',
  day_step: 'day-step',
};

export const limit = withVerbs(
  {
    name: 'limit',
    takes: 'set|list|remove',
    summary:
      'Sets, lists and removes spend limits: what a key, a workspace or the organization may spend at most. Pauses and cuts always pass.',
    options: {
      workspace: { type: 'string', meaning: 'Of this workspace, by name or id', value: 'NAME' },
      key: { type: 'string', meaning: 'Of this key, by its id: what its own changes may add', value: 'ID' },
      organization: { type: 'boolean', meaning: 'Of the whole organization' },
      currency: { type: 'string', meaning: 'set, remove: the currency of the amounts', value: 'CODE' },
      daily: { type: 'string', meaning: 'set: what a day may cost', value: 'AMOUNT' },
      'worst-day': {
        type: 'string',
        meaning: 'set: what a day may cost where the platform overspends',
        value: 'AMOUNT',
      },
      month: { type: 'string', meaning: 'set: what a month may cost, with what is spent', value: 'AMOUNT' },
      single: { type: 'string', meaning: 'set: what one budget may cost a day', value: 'AMOUNT' },
      step: { type: 'string', meaning: 'set: by how much a budget may grow in one change', value: 'PERCENT' },
      'day-step': { type: 'string', meaning: 'set: by how much a budget may grow in 24 hours', value: 'PERCENT' },
      kind: { type: 'string', meaning: `remove: which, of ${LIMIT_KINDS.join(', ')}`, value: 'KIND' },
    },
  },
  {
    set: { options: ['workspace', 'key', 'organization', 'currency', ...Object.values(OPTIONS)], run: set },
    list: { options: ['workspace'], run: list },
    remove: { options: ['workspace', 'key', 'organization', 'currency', 'kind'], run: remove },
  },
);

async function set(home: Home, given: Given): Promise<number> {
  const scope = await scopeOf(home, given);
  const wanted = LIMIT_KINDS.flatMap((kind) => {
    const amount = optional(given, OPTIONS[kind]);
    return amount === undefined ? [] : [{ kind, amount, currency: currencyOf(given, kind) }];
  });
  if (wanted.length === 0)
    throw new UsageError('Name what to limit: adhelm limit set --workspace Acme --daily 500 --currency USD');
  await home.spendLimits.book.change(scope, wanted, ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ set: wanted })
      : `Set. A running service follows within a second. Nothing that runs is cut; raises over it are refused.`,
  );
  return 0;
}

async function remove(home: Home, given: Given): Promise<number> {
  const scope = await scopeOf(home, given);
  const named = required(given, 'kind');
  const kind = LIMIT_KINDS.find((one) => one === named);
  if (!kind) throw new UsageError(`--kind is ${JSON.stringify(named)}; allowed: ${LIMIT_KINDS.join(', ')}.`);
  const removed = await home.spendLimits.book.remove(scope, kind, currencyOf(given, kind), ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ removed })
      : removed
        ? 'Removed. A running service follows within a second.'
        : 'There is no such limit. adhelm limit list shows them.',
  );
  return removed ? 0 : 1;
}

async function list(home: Home, given: Given): Promise<number> {
  const named = optional(given, 'workspace');
  const workspace = named === undefined ? undefined : await workspaceNamed(home, named);
  const keys = await home.keyRing.list({ withGrants: true, ...(workspace && { workspaceId: workspace.id }) });
  const all = await home.spendLimits.book.list(await organizationId(home));
  const own = workspace && [workspace.organizationId, workspace.id, ...keys.map(({ id }) => id)];
  const limits = own ? all.filter(({ scopeId }) => own.includes(scopeId)) : all;
  if (given.json) given.print(JSON.stringify({ limits: limits.map(withMoment) }));
  else
    given.print(
      limits.length
        ? table(['of', 'id', 'kind', 'at most', 'set', 'by'], limits.map(rowOf))
        : 'No limits yet. Set one: adhelm limit set --workspace NAME --daily 500 --currency USD',
    );
  return 0;
}

/** A key's id says which workspace it belongs to. */
async function scopeOf(home: Home, given: Given): Promise<LimitScope> {
  const keyId = optional(given, 'key');
  const named = optional(given, 'workspace');
  if (given.options.organization === true) {
    if (keyId !== undefined || named !== undefined)
      throw new UsageError('--organization stands alone: leave out --workspace and --key.');
    return { scope: 'organization', organizationId: await organizationId(home) };
  }
  if (keyId === undefined) {
    const { id: workspaceId, organizationId } = await workspaceNamed(home, required(given, 'workspace'));
    return { scope: 'workspace', organizationId, workspaceId };
  }
  const [key] = await home.keyRing.list({ ids: [keyId] });
  const workspace = named === undefined ? undefined : await workspaceNamed(home, named);
  if (!key || (workspace && workspace.id !== key.workspaceId))
    throw new UsageError(
      `There is no key ${JSON.stringify(keyId)}${workspace ? ' in that workspace' : ''}; adhelm key list shows them.`,
    );
  return {
    scope: 'key',
    organizationId: await organizationId(home),
    workspaceId: key.workspaceId,
    keyId,
  };
}

function currencyOf(given: Given, kind: LimitKind): string {
  if (isPercent(kind)) return '';
  const currency = required(given, 'currency');
  if (isCurrency(currency)) return currency;
  throw new UsageError(`--currency is ${JSON.stringify(currency)}; allowed: the ISO code of a currency, like EUR.`);
}

function rowOf({ scope, scopeId, kind, currency, amount, setAt, setBy }: SpendLimit): string[] {
  const moment = new Date(setAt).toISOString().slice(0, 16).replace('T', ' ');
  return [scope, scopeId, kind, isPercent(kind) ? `+${amount} %` : `${amount} ${currency}`, moment, setBy];
}

function withMoment({ setAt, ...rest }: SpendLimit) {
  return { ...rest, setAt: new Date(setAt).toISOString() };
}

import { beforeAll, describe, expect, test } from 'vitest';
import { compare } from '../../src/exposure/comparison.ts';
import { reckon } from '../../src/exposure/reckoning.ts';
import { describeTool } from '../../src/pipeline/describe.ts';
import { discover } from '../../src/pipeline/registry.ts';
import type { Home } from '../../src/process/home.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import type { Holding, Holdings } from '../../src/tools/exposure.ts';
import { isRunning, namesMoney } from '../../src/tools/less-spending.ts';
import { type Sandboxed, sandboxed } from '../sandboxed.ts';
import { EXAMPLES } from '../writes/examples/all.ts';
import type { Any } from '../writes/examples/example.ts';

/**
 * Under a limit that is passed already, or rules that forbid raises and activations, every argument of every write tool that names money, a status or a time is given
 * values that let more flow, on objects that run and on objects that could. What is refused has left nothing at the platform, and
 * after what was made, no more may be spent than before.
 */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);

const CHANNELS = ['social', 'search', 'professional', 'video'] as const;
type Channel = (typeof CHANNELS)[number];

/** Tools that can make more money flow: of each, something has to have been refused. */
const RAISING: Readonly<Record<Channel, readonly string[]>> = {
  social: ['bulk_update', 'update_ad_set', 'update_social_campaign'],
  search: [
    'apply_recommendation',
    'bulk_update',
    'create_campaign_budget',
    'update_campaign',
    'update_campaign_budget',
  ],
  professional: ['bulk_update', 'update_campaign_group', 'update_professional_campaign'],
  video: ['bulk_update', 'update_ad_group', 'update_campaign'],
};

type Schema = Readonly<Record<string, Any>>;

const isDangerous = (name: string) => namesMoney(name) || /(^|_)(status|start|date|time|schedule)(_|$)/.test(name);

/** Values of an argument that let more flow, in every form that its schema may want. */
function temptations(name: string, schema: Schema, { budget }: Holding): unknown[] {
  const words: unknown[] = schema.enum ?? [];
  if (name === 'status') return words.filter(isRunning);
  if (words.length > 0 || schema.type === 'object' || schema.type === 'array') return [];
  if (name === 'percent') return [20];
  if (/(^|_)(start|end|date|time|schedule|until)(_|$)/.test(name)) {
    const day = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
    return [day, `${day}T00:00:00Z`, 'none', Date.parse(day), null];
  }
  return [(Number(budget?.amount ?? 100) * 1.5).toFixed(2), 'none', null];
}

interface Attempt {
  tool: string;
  args: Record<string, unknown>;
}

/** Its own arguments, and those of the rows of its lists. */
function argumentsOf(tool: Tool): { own: Schema; rows: [string, Schema][] } {
  const own = (describeTool(tool).inputSchema as Schema).properties as Schema;
  const rows = Object.entries(own).flatMap(([name, { items }]): [string, Schema][] =>
    items?.properties ? [[name, items.properties]] : [],
  );
  return { own, rows };
}

/** A cut that a call may carry along, so that its class looks like one. A limit counts and knows no classes. */
function disguises(own: Schema, { on, budget }: Holding): Record<string, unknown>[] {
  const amounts = Object.keys(own).filter((name) => /^((daily|total)_)?budget(_amount)?$/.test(name));
  return on && budget ? amounts.map((name) => ({ [name]: (Number(budget.amount) * 0.9).toFixed(2) })) : [];
}

/** Every way to let more flow through one object by a tool that names it. */
function attemptsOn(tool: Tool, object: Holding, isDisguised: boolean): Attempt[] {
  const { own, rows } = argumentsOf(tool);
  const [id, ids] = [`${object.level}_id`, `${object.level}_ids`];
  const numbered = object.id.replace('budget ', '');
  const named = id in own ? { [id]: numbered } : ids in own ? { [ids]: [numbered] } : undefined;
  const single = !named
    ? []
    : Object.entries(own)
        .filter(([name]) => isDangerous(name))
        .flatMap(([name, schema]) =>
          temptations(name, schema, object).flatMap((value) => {
            const plain = { ...named, [name]: value };
            return isDisguised ? [plain, ...disguises(own, object).map((cut) => ({ ...cut, ...plain }))] : [plain];
          }),
        );
  const listed = rows
    .filter(([, row]) => id in row)
    .flatMap(([list, row]) =>
      Object.entries(row)
        .filter(([name]) => isDangerous(name) && name !== id)
        .flatMap(([name, schema]) =>
          temptations(name, schema, object).map((value) => ({ [list]: [{ [id]: numbered, [name]: value }] })),
        ),
    );
  return [...single, ...listed].map((args) => ({ tool: tool.name, args }));
}

/** One object that runs and one that is off, of each level and kind of budget, and parents that are off above children that are on. */
function targetsIn({ objects }: Holdings): Holding[] {
  const kinds = Map.groupBy(
    objects,
    ({ level, on, budget, end }) => `${level} ${on} ${budget?.kind} ${end !== undefined}`,
  );
  const wakers = objects.filter((one) => !one.on && objects.some(({ parent, on }) => parent === one.id && on));
  return [...new Set([...[...kinds.values()].map(([first]) => first!), ...wakers])];
}

/** What only two objects together can do: spend from another budget, or run in another group. */
function moves(channel: Channel, { objects }: Holdings): Attempt[] {
  const live = objects.filter(({ level, on, budget }) => level === 'campaign' && on && budget);
  if (channel === 'search') {
    const shared = objects.find(({ level }) => level === 'budget');
    const large = { name: 'Large', budget: '99999.00', campaign_ids: [live[0]!.id] };
    return [
      { tool: 'create_campaign_budget', args: large },
      ...(shared
        ? live.map(({ id }) => ({
            tool: 'update_campaign_budget',
            args: { budget_id: shared.budget!.id, add_campaign_ids: [id] },
          }))
        : []),
    ];
  }
  if (channel !== 'professional') return [];
  const groups = objects.filter(({ level, on }) => level === 'campaign_group' && on);
  const below = objects.filter(({ level, parent }) => level === 'campaign' && parent !== undefined);
  return groups.flatMap((group) =>
    below
      .filter(({ parent }) => parent !== group.id)
      .slice(0, 3)
      .map(({ id }) => ({
        tool: 'update_professional_campaign',
        args: { campaign_id: id, campaign_group_id: group.id },
      })),
  );
}

async function recommended({ call }: Sandboxed): Promise<Attempt[]> {
  const { recommendations } = await call('list_recommendations', {});
  return recommendations
    .slice(0, 3)
    .map(({ id }: Any) => ({ tool: 'apply_recommendation', args: { recommendation_id: id } }));
}

/** What holds raises back, and the codes it refuses them with. */
const BARRIERS = {
  limit: {
    codes: ['over_limit', 'cap_unverifiable'],
    async raise({ spendLimits }: Home, place: Place, currency: string) {
      await spendLimits.book.set({ scope: 'workspace', ...place }, 'daily', currency, '0.01', 'Ada');
    },
  },
  rule: {
    codes: ['permission_denied'],
    async raise({ policies }: Home, place: Place) {
      const change = { rules: { raise: 'deny', activate: 'deny' } as const };
      await policies.set({ ...place, keyId: undefined, change, actor: 'Ada' });
    },
  },
} as const;

interface Place {
  organizationId: string;
  workspaceId: string;
}

const CASES = CHANNELS.flatMap((channel) => (['limit', 'rule'] as const).map((barrier) => ({ channel, barrier })));

describe.each(CASES)('$channel under a $barrier', ({ channel, barrier }) => {
  const { codes, raise } = BARRIERS[barrier];
  const sandbox = sandboxed(channel);
  const tools = byAddress.get(channel)!.filter(({ access }) => access !== 'read');
  const { exposure } = tools[0]!.channel;
  const now = Date.now();
  const read = async (): Promise<Holdings> => {
    const { client, account } = await sandbox.client();
    return exposure!.read(client, account, now);
  };
  const refusedBy = new Map<string, Set<string>>();
  let holdings: Holdings;
  /** How many the platform has had. */
  let effects: number;

  beforeAll(async () => {
    holdings = await read();
    const { home } = sandbox.service();
    const { id: workspaceId, organizationId } = (await home.directory.find('Acme'))!;
    await raise(home, { organizationId, workspaceId }, holdings.currency);
    effects = (await sandbox.ledger()).length;
  });

  /** Makes a call, and holds it to what it did. */
  async function attempt({ tool, args }: Attempt): Promise<void> {
    const { isError, result } = await sandbox.service().call(channel, tool, args);
    const told = `${tool} ${JSON.stringify(args)} ${JSON.stringify(result)}`;
    const before = effects;
    effects = (await sandbox.ledger()).length;
    if (isError) {
      refusedBy.set(tool, (refusedBy.get(tool) ?? new Set()).add(result.error.code));
      expect(effects, told).toBe(before);
      return;
    }
    const after = await read();
    const { isRaise, unknown } = compare(reckon(holdings, now), reckon(after, now));
    expect({ isRaise, unknown }, told).toEqual({ isRaise: false, unknown: [] });
    holdings = after;
  }

  test('no argument of a tool that changes an object lets more flow', async () => {
    const changing = tools.filter(({ repeat }) => repeat === 'safe');
    for (const object of targetsIn(holdings))
      for (const tool of changing) for (const one of attemptsOn(tool, object, barrier === 'rule')) await attempt(one);
  });

  test('nor does a move to another budget or group, or a recommendation', async () => {
    for (const one of moves(channel, holdings)) await attempt(one);
    if (channel === 'search') for (const one of await recommended(sandbox)) await attempt(one);
  });

  test('nor does what is made, in the largest size it takes', async () => {
    for (const tool of tools.filter(({ repeat }) => repeat === 'never')) {
      const example = EXAMPLES[channel]![tool.name];
      if (!example) continue;
      const args = await example(sandbox);
      // The example may have made what it needs.
      effects = (await sandbox.ledger()).length;
      const money = Object.keys(argumentsOf(tool).own).filter((name) => /budget|amount/.test(name) && name in args);
      await attempt({
        tool: tool.name,
        args: { ...args, ...Object.fromEntries(money.map((name) => [name, '9999.00'])) },
      });
    }
  });

  test('something of every tool that can raise was refused by it', () => {
    const held = [...refusedBy].filter(([, seen]) => codes.some((code) => seen.has(code)));
    expect(held.map(([tool]) => tool)).toEqual(expect.arrayContaining([...RAISING[channel]]));
  });
});

import { randomBytes } from 'node:crypto';
import { afterEach } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { Failure, type Outcome } from '../errors.ts';
import { applied } from '../exposure/holding-changes.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import type { Channel } from '../tools/channel.ts';
import type { HeldBudget, Holding, HoldingChange, Holdings } from '../tools/exposure.ts';
import type { Reached } from '../tools/reach.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { SpendLimits, type SpendRequest } from './spend-limits.ts';
import type { SurveyContext } from './survey.ts';

/** An account of a platform, read and changed as a channel would. */
export class TestAccount {
  holdings: Holdings;
  readonly channel: string;
  readonly mode: 'sandbox' | 'live';
  /** Why it cannot be read, while it cannot. */
  down: string | undefined;
  reads = 0;

  constructor(channel: string, objects: readonly Holding[], more: Partial<Holdings> & { mode?: 'sandbox' } = {}) {
    const { mode = 'live', ...rest } = more;
    this.channel = channel;
    this.mode = mode;
    this.holdings = { account: '1', currency: 'USD', timeZone: 'UTC', spentThisMonth: '0', objects, ...rest };
  }

  apply(changes: readonly HoldingChange[]): void {
    this.holdings = applied(this.holdings, changes);
  }

  async read(): Promise<Holdings> {
    this.reads += 1;
    if (this.down !== undefined)
      throw new Failure({ code: 'upstream_unavailable', message: this.down, nextStep: 'Call again later.' });
    return structuredClone(this.holdings);
  }
}

export const daily = (amount: string, more: Partial<HeldBudget> = {}): HeldBudget => ({
  kind: 'daily',
  amount,
  worstDay: 2,
  ...more,
});

export const campaign = (id: string, budget: HeldBudget | undefined, more: Partial<Holding> = {}): Holding => ({
  id,
  level: 'campaign',
  name: `Campaign ${id}`,
  on: true,
  ...(budget && { budget }),
  ...more,
});

export const change = (id: string, fields: Partial<Holding>): HoldingChange[] => [{ id, change: fields }];

const secrets = deriveSecrets(randomBytes(32));

/** A store with a workspace that reaches the accounts, and the limits over them. */
async function limited(...accounts: TestAccount[]) {
  const ambient = stillAmbient();
  const store = await temporaryStore();
  const { organizationId, workspaceId } = await seedWorkspace(store);
  return limitedIn({ ambient, store, organizationId, workspaceId }, accounts);
}

interface Place {
  ambient: StillAmbient;
  store: TemporaryStore;
  organizationId: string;
  workspaceId: string;
}

type Limited = Awaited<ReturnType<typeof limited>>;

export function limitedIn(place: Place, accounts: readonly TestAccount[], opened: Store = place.store) {
  const { ambient, organizationId, workspaceId } = place;
  const audit = new Audit(opened, secrets, ambient);
  const limits = new SpendLimits(opened, audit, ambient);
  const context = { reach: reachOf(workspaceId, accounts), signal: new AbortController().signal, now: ambient.now };
  const inWorkspace = { scope: 'workspace', organizationId, workspaceId } as const;

  function request(
    account: TestAccount,
    changes: ((holdings: Holdings) => HoldingChange[] | undefined) | HoldingChange[],
    more: Partial<SpendRequest> = {},
  ): SpendRequest {
    return {
      organizationId,
      workspaceId,
      keyId: 'key_a',
      channel: account.channel,
      account: account.holdings.account,
      mode: account.mode,
      changes: typeof changes === 'function' ? (holdings) => holdings && changes(holdings) : () => changes,
      onlyLess: false,
      ...more,
    };
  }

  /** As a call that writes does: the id of its hold, before anything was sent. */
  async function begin(...args: Parameters<typeof request>): Promise<string | undefined> {
    const wanted = request(...args);
    const preparation = await limits.prepare(wanted, context);
    if (!preparation) return undefined;
    return opened.transaction((tx) => limits.check(tx, wanted, preparation));
  }

  async function end(holdId: string | undefined, outcome: Outcome): Promise<void> {
    if (holdId !== undefined) await opened.transaction((tx) => limits.settle(tx, holdId, outcome));
  }

  return {
    ...place,
    audit,
    limits,
    context,
    request,
    begin,
    end,
    inWorkspace,
    set: (kind: Parameters<typeof limits.book.set>[1], amount: string, currency = 'USD') =>
      limits.book.set(inWorkspace, kind, kind.endsWith('step') ? '' : currency, amount, 'Ada'),
    /** The whole of a call: checked, made on the platform, settled. */
    async make(account: TestAccount, changes: HoldingChange[], more: Partial<SpendRequest> = {}): Promise<void> {
      const hold = await begin(account, changes, more);
      account.apply(changes);
      await end(hold, 'applied');
    },
    overview: (keyId = 'key_a') => limits.overview({ organizationId, workspaceId, keyId }, context),
  };
}

function reachOf(workspaceId: string, accounts: readonly TestAccount[]): SurveyContext['reach'] {
  const channels = [...Map.groupBy(accounts, ({ channel }) => channel)];
  const reached = channels.map(([name, own]) => reachedBy(workspaceId, name, own));
  return {
    channels: async () => reached,
    memory: undefined as never,
    unexpected: (error) => {
      throw error;
    },
    channelDeadlineMs: 60_000,
  };
}

function reachedBy(workspaceId: string, name: string, accounts: readonly TestAccount[]): Reached {
  const find = (id: string) => accounts.find(({ holdings }) => holdings.account === id)!;
  const channel = {
    name,
    reporting: {
      accounts: async () =>
        accounts.map(({ holdings: { account, currency, timeZone } }) => ({
          id: account,
          name: account,
          status: 'ACTIVE',
          currency: { code: currency, digits: 2 },
          timeZone,
        })),
    },
    exposure: { read: (_: unknown, account: string) => find(account).read(), changes: () => undefined },
  } as unknown as Channel;
  return {
    workspace: { id: workspaceId, name: 'Acme' },
    channel,
    mode: accounts[0]!.mode,
    configured: undefined,
    fence: undefined,
    identity: `${name} 1`,
    connect: () => ({ client: undefined, platformNow: () => Date.UTC(2026, 0, 15, 12) }),
  };
}

/** What a call was refused with. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string; nextStep: string }> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Failure)) throw new Error(`it was not refused: ${String(failure)}`);
  const { code, message, nextStep } = failure.details;
  return { code, message, nextStep };
}

/** Services with these accounts, discarded after each test of the file. */
export function limitedServices() {
  let opened: Limited[] = [];
  afterEach(async () => {
    for (const { store } of opened) await store.discard();
    opened = [];
  });
  return async (...accounts: TestAccount[]): Promise<Limited> => {
    const service = await limited(...accounts);
    opened.push(service);
    return service;
  };
}

export const social = () =>
  new TestAccount('social', [campaign('a', daily('100')), campaign('b', daily('50'), { on: false })]);
export const search = () => new TestAccount('search', [campaign('s', daily('200'))]);
export const raiseTo = (amount: string) => change('a', { budget: daily(amount) });

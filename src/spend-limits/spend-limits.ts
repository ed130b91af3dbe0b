import type { Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure, type Outcome } from '../errors.ts';
import { unreadIds } from '../exposure/holding-changes.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Holdings } from '../tools/exposure.ts';
import type { LimitOverview, LimitRow, SpendEffect } from '../tools/spend-overview.ts';
import { Holds, pendingHolds, recentHolds, sharesOf } from './holds.ts';
import { type KnownSpending, keyRows, knownAccounts } from './known-spending.ts';
import { type Caller, LimitBook, type SpendLimit } from './limit-book.ts';
import { judge } from './limit-check.ts';
import { isPercent } from './limit-kinds.ts';
import { overviewOf } from './limit-overview.ts';
import type { Ledger } from './limit-usage.ts';
import { type ChangesOf, type Movement, movementOf } from './movement.ts';
import { overLimit, unverifiable } from './refusals.ts';
import { shownEffect } from './shown-effect.ts';
import { type AccountPlace, type AccountView, placeName, Snapshots } from './snapshots.ts';
import { type Survey, type SurveyContext, Surveyor } from './survey.ts';

/** A change that somebody wants to make, and where. */
export interface SpendRequest extends Caller, AccountPlace {
  /** What it would change, given what the account holds: the channel's `exposure.changes` with the tool and its arguments. */
  changes: ChangesOf;
  /**
   * Whether the arguments alone tell that no more can be spent, such as a status that switches off. It passes then,
   * also where nothing can be read.
   */
  onlyLess: boolean;
  /** False: the call names objects and no account, so they may be in another one of the workspace than the configured one. */
  accountNamed?: boolean;
  /** The channel's shared arguments that the account is reached by. */
  shared?: Readonly<Record<string, unknown>>;
}

/** What was read for a request before its transaction. */
export interface Preparation {
  /** The account that the objects of the call are in. */
  account: string;
  surveys: Ledger['surveys'];
  /** Why the account itself could not be read. */
  unread?: string;
}

const NOT_LOOKED: Ledger['surveys'] = { workspace: undefined, organization: undefined };

/**
 * Holds raises against the limits of their key, workspace and organization. A call that writes asks `prepare` first, which
 * answers undefined where no limit concerns it, then `check` in the transaction of its intent, and `settle` in that of its
 * outcome.
 */
export class SpendLimits {
  readonly book: LimitBook;
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #holds: Holds;
  readonly #snapshots: Snapshots;
  readonly #surveyor: Surveyor;

  constructor(store: Store, audit: Audit, ambient: Ambient) {
    this.book = new LimitBook(store, audit, ambient);
    this.#store = store;
    this.#ambient = ambient;
    this.#holds = new Holds(ambient);
    this.#snapshots = new Snapshots(store, ambient, this.#holds);
    this.#surveyor = new Surveyor(this.#snapshots, ambient);
  }

  /** What an account holds, read at most five minutes ago; limits or none. */
  async holdings(
    request: Pick<SpendRequest, 'organizationId' | 'shared'> & AccountPlace,
    context: SurveyContext,
  ): Promise<{ holdings: Holdings; asOf: number }> {
    await this.#surveyor.readAccount(placeIn(request), request.organizationId, context, request.shared ?? {});
    return (await this.#look(request))!;
  }

  /** Whether any limit stands over a caller, from memory. */
  async concerns(caller: Caller): Promise<boolean> {
    return (await this.book.concerning(caller)).length > 0;
  }

  /** Reads what the limits of a call need to know. Undefined: no limit concerns it, and nothing was read. */
  async prepare(request: SpendRequest, context: SurveyContext): Promise<Preparation | undefined> {
    const limits = await this.book.concerning(request);
    if (limits.length === 0) return undefined;
    const looked = { account: request.account, surveys: NOT_LOOKED };
    // A pause waits for no reading; what is known already is kept up to date with it. Nor does a tool that moves no money.
    if (request.onlyLess || movesNothing(request)) return looked;
    const found = await this.#find(request, context);
    if (!found.view) return { ...looked, unread: found.unread };
    const movement = movementOf(found.view, [], request.changes);
    const { account } = found.view;
    // What is a cut now may be none when its turn comes; what is known is at hand then.
    const how = movement && !movement.isRaise ? 'known' : 'survey';
    return { account, surveys: await this.#surveys(limits, { ...request, account }, context, how) };
  }

  /**
   * Refuses a change that a limit does not allow, and holds the room that an allowed one takes until it is settled. Returns
   * the hold's id; undefined where the change moves no money. With `isTrial` nothing is held.
   */
  async check(
    tx: Transaction<Tables>,
    asked: SpendRequest,
    { surveys, unread, account }: Preparation,
    { isTrial = false } = {},
  ): Promise<string | undefined> {
    const request = { ...asked, account };
    const { limits, keyId } = await this.book.exactly(tx, request);
    if (limits.length === 0) return undefined;
    const ledger = await this.#ledger(tx, request, keyId, surveys);
    const view = ledger.views.get(placeName(request));
    const movement = unread === undefined && view ? this.#movement(view, ledger, request) : undefined;
    if (!view || !movement) {
      if (request.onlyLess || movesNothing(request)) return undefined;
      throw unverifiable([`${request.channel} ${request.account}: ${unread ?? 'what this changes cannot be told'}`]);
    }
    if (!request.onlyLess) await this.#refuse(tx, limits, request, movement, view, ledger);
    if (movement.changes.length === 0 || isTrial) return undefined;
    const { organizationId, workspaceId, mode, channel } = request;
    return this.#holds.add(tx, {
      organization_id: organizationId,
      workspace_id: workspaceId,
      key_id: keyId,
      mode,
      channel,
      account,
      currency: view.holdings.currency,
      effect: { ...movement, sizes: new Map(movement.growth.toReversed().map(({ key, from }) => [key, from])) },
    });
  }

  /**
   * What a change would do, before it is made, and whether a limit would refuse it. Undefined where it moves no money, or
   * where its account cannot be read and no limit stands.
   */
  async effect(request: SpendRequest, context: SurveyContext): Promise<SpendEffect | undefined> {
    const { view } = await this.#find(request, context);
    const changes = view && request.changes(view.holdings);
    if (!view || changes?.length === 0) return undefined;
    const refused = await this.#trial(request, context);
    return { ...shownEffect(view, changes), ...(refused && { refused }) };
  }

  async #trial(request: SpendRequest, context: SurveyContext): Promise<SpendEffect['refused']> {
    try {
      const preparation = await this.prepare(request, context);
      if (preparation) await this.#store.transaction((tx) => this.check(tx, request, preparation, { isTrial: true }));
      return undefined;
    } catch (error) {
      if (error instanceof Failure && ['over_limit', 'cap_unverifiable'].includes(error.code))
        return { code: error.code, message: error.details.message };
      throw error;
    }
  }

  /** In the transaction of the outcome. */
  settle(tx: Transaction<Tables>, holdId: string, outcome: Outcome): Promise<void> {
    return this.#holds.settle(tx, holdId, outcome);
  }

  /** Every limit that concerns a caller, and how much of it is used. */
  async overview(caller: Caller, context: SurveyContext): Promise<LimitOverview> {
    const limits = await this.book.concerning(caller);
    const own = await this.#surveyor.survey('own', caller.organizationId, context);
    const isOrganizations = limits.some(({ scope }) => scope === 'organization');
    const all = isOrganizations ? await this.#surveyor.survey('all', caller.organizationId, context) : undefined;
    const surveys = { workspace: own, organization: all };
    const modes = [...new Set([...own.places, ...own.unreadable].map(({ mode }) => mode))].sort();
    return this.#store.transaction(async (tx) => {
      const { limits, keyId } = await this.book.exactly(tx, caller);
      const ledgers: Ledger[] = [];
      for (const mode of modes) ledgers.push(await this.#ledger(tx, { ...caller, mode }, keyId, surveys));
      return overviewOf(limits, ledgers);
    });
  }

  /** What is stored of a workspace in these modes: its accounts as they were last read, and the limits of its keys. */
  async known(
    { organizationId, workspaceId }: Omit<Caller, 'keyId'>,
    modes: readonly AccountPlace['mode'][],
    keyIds: readonly string[],
  ): Promise<KnownSpending> {
    return this.#store.transaction(async (tx) => {
      const byKey = await this.book.ofKeys(tx, organizationId, keyIds);
      const keys = keyIds.map((id) => ({ id, firstId: byKey.get(id)!.keyId, limits: [] as LimitRow[] }));
      const limited = [...byKey.values()].filter(({ limits }) => limits.length > 0).map(({ keyId }) => keyId);
      const accounts: KnownSpending['accounts'] = [];
      for (const mode of modes) {
        const ledger = await this.#ledger(tx, { organizationId, workspaceId, mode }, '', NOT_LOOKED);
        accounts.push(...knownAccounts(ledger, workspaceId));
        const shares = Map.groupBy(await sharesOf(tx, limited, mode), ({ key_id }) => key_id);
        for (const { id, firstId: keyId, limits } of keys)
          limits.push(...keyRows(byKey.get(id)!.limits, { ...ledger, keyId, shares: shares.get(keyId) ?? [] }));
      }
      return { accounts, keys };
    });
  }

  async #refuse(
    tx: Transaction<Tables>,
    limits: readonly SpendLimit[],
    request: SpendRequest,
    movement: Movement,
    { holdings: { currency } }: AccountView,
    ledger: Ledger,
  ): Promise<void> {
    // A budget that does not run yet is held to its growth: it could be switched on afterwards.
    const binding = movement.isRaise ? limits : limits.filter(({ kind }) => isPercent(kind));
    if (binding.length === 0) return;
    const { organizationId: organization_id, mode, channel, account } = request;
    const recent = await recentHolds(tx, { organization_id, mode, channel, account }, this.#ambient.now());
    const { breaches, unknown } = judge(binding, { movement, currency, channel, account, ledger, recent });
    const [tightest] = breaches.toSorted((a, b) => (a.headroom < b.headroom ? -1 : a.headroom > b.headroom ? 1 : 0));
    if (tightest) throw overLimit(tightest, await ownerOf(tx, tightest.limit));
    if (unknown.length > 0) throw unverifiable(unknown);
  }

  #movement(view: AccountView, { pending }: Ledger, request: SpendRequest): Movement | undefined {
    const own = pending.filter(({ channel, account }) => channel === view.channel && account === view.account);
    return movementOf(
      view,
      own.flatMap(({ effect }) => effect.changes),
      request.changes,
    );
  }

  async #ledger(
    tx: Transaction<Tables>,
    { organizationId, workspaceId, mode }: Omit<Caller, 'keyId'> & Pick<AccountPlace, 'mode'>,
    keyId: string,
    surveys: Ledger['surveys'],
  ): Promise<Ledger> {
    const places = [...(surveys.workspace?.places ?? []), ...(surveys.organization?.places ?? [])];
    const workspaceIds = [...new Set([workspaceId, ...places.map((place) => place.workspaceId)])];
    return {
      mode,
      surveys,
      views: await this.#snapshots.views(tx, organizationId, mode, workspaceIds),
      pending: await pendingHolds(tx, organizationId, mode),
      keyId,
      shares: await sharesOf(tx, [keyId], mode),
      isFresh: (takenAt) => this.#snapshots.isFresh(takenAt),
    };
  }

  /** The account as it is seen now. A transaction, so that its snapshot is not replaced meanwhile. */
  #look(request: AccountPlace & { organizationId: string }): Promise<AccountView | undefined> {
    const { organizationId, mode, workspaceId } = request;
    return this.#store.transaction(async (tx) =>
      (await this.#snapshots.views(tx, organizationId, mode, [workspaceId])).get(placeName(request)),
    );
  }

  /** The account that holds the objects of a call: its own, or another of the workspace where it named none. */
  async #find(request: SpendRequest, context: SurveyContext): Promise<{ view?: AccountView; unread: string }> {
    try {
      const own = request.account === '' ? undefined : await this.#readOwn(request, context);
      if (request.accountNamed !== false || (own && knows(own, request.changes)))
        return { ...(own && { view: own }), unread: 'it was not read' };
      const { places } = await this.#surveyor.survey('own', request.organizationId, context);
      for (const place of places.filter(({ channel, mode }) => channel === request.channel && mode === request.mode)) {
        const view = await this.#look({ ...place, organizationId: request.organizationId });
        if (view && knows(view, request.changes)) return { view, unread: '' };
      }
      return { ...(own && { view: own }), unread: 'it was not read' };
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof Failure) return { unread: error.details.message };
      throw error;
    }
  }

  /** Again where the last snapshot is too old for an object of the call, such as one made since. */
  async #readOwn(request: SpendRequest, context: SurveyContext): Promise<AccountView | undefined> {
    const { organizationId, shared = {}, changes } = request;
    const begunAt = this.#ambient.now();
    await this.#surveyor.readAccount(placeIn(request), organizationId, context, shared);
    const view = await this.#look(request);
    if (view && knows(view, changes)) return view;
    await this.#surveyor.readAccount(placeIn(request), organizationId, context, shared, begunAt);
    return this.#look(request);
  }

  async #surveys(
    limits: readonly SpendLimit[],
    request: SpendRequest,
    context: SurveyContext,
    how: 'survey' | 'known',
  ): Promise<Ledger['surveys']> {
    const adds = (scope: SpendLimit['scope']) =>
      limits.some((limit) => limit.scope === scope && ['daily', 'worst_day', 'month'].includes(limit.kind));
    const { organizationId } = request;
    const read = async (which: 'own' | 'all') => {
      const survey = await this.#surveyor[how](which, organizationId, context);
      return survey && withPlace(survey, placeIn(request));
    };
    return {
      workspace: adds('workspace') ? await read('own') : undefined,
      organization: adds('organization') ? await read('all') : undefined,
    };
  }
}

/** Whether the tool moves no money in any account. */
function movesNothing({ changes }: SpendRequest): boolean {
  return changes(undefined)?.length === 0;
}

/** Whether everything that a call changes is among what was read. */
function knows({ holdings }: AccountView, changesOf: ChangesOf): boolean {
  const changes = changesOf(holdings);
  return changes !== undefined && unreadIds(holdings, changes).length === 0;
}

function placeIn({ workspaceId, mode, channel, account }: AccountPlace): AccountPlace {
  return { workspaceId, mode, channel, account };
}

/** An account that a connection uses and does not list counts as well. */
function withPlace(survey: Survey, place: AccountPlace): Survey {
  const { mode, channel, account } = place;
  const isThere = survey.places.some((one) => one.mode === mode && one.channel === channel && one.account === account);
  return isThere ? survey : { ...survey, places: [...survey.places, place] };
}

/** As a refusal names it. */
async function ownerOf(tx: Transaction<Tables>, { scope, scopeId }: SpendLimit): Promise<string> {
  const tables = { key: 'api_keys', workspace: 'workspaces', organization: 'organizations' } as const;
  const row = await tx.selectFrom(tables[scope]).select('name').where('id', '=', scopeId).executeTakeFirst();
  return `The ${scope} "${row?.name ?? scopeId}"`;
}

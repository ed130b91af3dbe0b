import type { Effect, World } from '../../emulator.ts';
import type { Account } from '../access.ts';
import { AdsError, type AdsFault } from '../errors.ts';
import { type LocalTime, localTime } from '../metrics/calendar.ts';
import { KIND_OF_COLLECTION } from '../query/lookup.ts';
import { type Doc, type Entity, type Store, storeOf } from '../state.ts';

export interface Operation {
  kind: string;
  /** `operations[0]`, or `mutate_operations[0].campaign_operation`. */
  path: string;
  index: number;
  create?: Doc;
  update?: Doc;
  remove?: string;
  mask?: string[];
  /** Policy topics or violations that the caller asked to be exempted from. */
  exempt: string[];
}

/** Collects what is wrong with one operation, so that all of it is told at once. */
export class Complaints {
  readonly faults: AdsFault[] = [];
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  add(
    code: AdsFault['code'],
    message: string,
    field?: string,
    more: Omit<AdsFault, 'code' | 'message' | 'path'> = {},
  ): void {
    this.faults.push({ code, message, path: field === undefined ? this.#path : `${this.#path}.${field}`, ...more });
  }

  require(doc: Doc, field: string): boolean {
    const value = doc[field];
    const missing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (missing) this.add('fieldError.REQUIRED', 'The required field was not present.', field);
    return !missing;
  }

  throwIfAny(): void {
    if (this.faults.length > 0) throw new AdsError(...this.faults);
  }
}

/** Everything one request does, between its first operation and its commit. */
export class Session {
  readonly world: World;
  readonly store: Store;
  readonly account: Account;
  readonly email: string;
  readonly nowMs: number;
  readonly now: LocalTime;
  readonly effects: Effect[] = [];
  /** Campaigns whose derived status is computed again after all operations are written. */
  readonly touchedCampaigns = new Set<string>();
  /** Budgets whose number of campaigns is counted again after that. */
  readonly touchedBudgets = new Set<string>();
  /** Asset groups whose minimum counts are checked at the end, with the field path for the error. */
  readonly touchedAssetGroups = new Map<string, Operation>();
  readonly createdCampaigns = new Map<string, Operation>();
  readonly #ids = new Map<string, string>();
  readonly #failed = new Set<string>();
  /** Digests of assets created by this request. */
  readonly newAssets = new Map<string, string>();

  /** Objects created by this request, by a unique name. */
  readonly #made = new Set<string>();

  constructor(world: World, account: Account, email: string, nowMs = world.now()) {
    this.world = world;
    this.store = storeOf(world);
    this.account = account;
    this.email = email;
    this.nowMs = nowMs;
    this.now = localTime(nowMs, account.timeZone);
  }

  /** Whether something of this name was made before in this request. */
  isRepeated(name: string): boolean {
    const isKnown = this.#made.has(name);
    this.#made.add(name);
    return isKnown;
  }

  name(collection: string, key: string): string {
    return `customers/${this.account.id}/${collection}/${key}`;
  }

  /** A new id, remembered under the temporary one that the caller gave, if any. */
  claimId(temporary: string | undefined): number {
    const id = this.store.nextId();
    if (temporary !== undefined) this.#ids.set(temporary, String(id));
    return id;
  }

  /** Maps a temporary id to an object that already existed. */
  bindId(temporary: string | undefined, id: string): void {
    if (temporary !== undefined) this.#ids.set(temporary, id);
  }

  isTaken(temporary: string): boolean {
    return this.#ids.has(temporary) || this.#failed.has(temporary);
  }

  markFailed(temporary: string): void {
    this.#ids.delete(temporary);
    this.#failed.add(temporary);
  }

  /** A resource name with temporary ids replaced by the real ones. */
  realName(name: string, complaints: Complaints, field: string): string {
    return name.replace(/(?<=[/~])-\d+(?=~|$)/g, (temporary) => {
      const id = this.#ids.get(temporary);
      if (id !== undefined) return id;
      if (this.#failed.has(temporary)) {
        complaints.add(
          'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS',
          'The resource with this temporary ID had errors.',
          field,
          {
            trigger: name,
          },
        );
      }
      return temporary;
    });
  }

  byName(name: unknown, kind: string): Entity | undefined {
    if (name === `customers/${this.account.id}`) return this.store.find(this.account.id, kind, this.account.id);
    const [, customer, collection = '', key = ''] = /^customers\/(\d+)\/(\w+)\/(.+)$/.exec(String(name)) ?? [];
    if (customer !== this.account.id || KIND_OF_COLLECTION[collection] !== kind) return undefined;
    return this.store.find(customer, kind, key);
  }

  /** The object that a field refers to; adds an error when there is none. */
  reference(doc: Doc, field: string, kind: string, complaints: Complaints): Entity | undefined {
    if (!complaints.require(doc, field)) return undefined;
    const found = this.byName(doc[field], kind);
    if (!found)
      complaints.add('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', field, {
        trigger: String(doc[field]),
      });
    return found;
  }

  /** The parent of a new object; a removed parent, or one in a removed campaign, is refused. */
  parent(doc: Doc, field: string, kind: string, complaints: Complaints): Entity | undefined {
    const found = this.reference(doc, field, kind, complaints);
    for (let above = found; above; above = this.byName(above.doc.campaign, 'campaign')) {
      if (above.doc.status !== 'REMOVED') continue;
      complaints.add(
        'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
        `The ${above.kind.replace('_', ' ')} was removed.`,
        field,
      );
      break;
    }
    return found;
  }
}

import { digitsOf } from '../rules/currencies.ts';
import { type Entity, type Links, Store } from '../state.ts';
import type { ChangeData, Fields, Kind, Shapes } from './shapes.ts';

/** User, time and application of a change. */
export interface Maker {
  operator: string;
  app_id: string;
  now: number;
}

const WORDS: Partial<Record<Kind, string>> = { Campaign: 'Campaign', AdGroup: 'Ad group', Ad: 'Ad', SmartAd: 'Ad' };
const MONEY = ['budget', 'bid_price', 'conversion_bid_price', 'deep_cpa_bid'];
/** The `module` of each field; all others are ad content or targeting. */
const PARTS: Readonly<Record<string, string>> = {
  ...of('Settings', 'campaign_name adgroup_name ad_name special_industries'),
  ...of('Budget & Schedule', 'budget start end schedule_type dayparting'),
  ...of('Bidding & Optimization', 'bid_type bid_price conversion_bid_price deep_bid_type roas_bid pacing frequency'),
};
/** Internal fields, or fields with a format of their own. */
const UNTOLD = new Set(
  'created modified deleted operation_status reviewed edited delivery info smart more creative content'.split(' '),
);

/** A store that records what a request changed, for the change log. */
export class LoggedStore extends Store {
  readonly #maker: Maker;

  constructor(store: Store, maker: Maker) {
    super(store.db);
    this.#maker = maker;
  }

  override insert<K extends Kind>(kind: K, links: Links, data: Shapes[K], id?: string): Entity<K> {
    const made = super.insert(kind, links, data, id ?? this.newId());
    const word = wordOf(made as Entity);
    if (word) this.#log(made as Entity, word, [{ action: 'Create', name: word }]);
    return made;
  }

  override save(entity: Entity): void {
    const word = wordOf(entity);
    const before = word && this.find(entity.kind, entity.id);
    super.save(entity);
    if (word && before)
      for (const [object, details] of this.#changes(before, entity, word)) this.#log(entity, object, details);
  }

  #changes(before: Entity, after: Entity, word: string): Map<string, Fields[]> {
    const told = new Map<string, Fields[]>();
    const tell = (object: string, detail: Fields) => told.set(object, [...(told.get(object) ?? []), detail]);
    const [old, now] = [before.data as Fields, after.data as Fields];
    if (now.deleted && !old.deleted) tell('On/Off Status', { action: 'Delete', name: word });
    else if (now.operation_status !== old.operation_status)
      tell('On/Off Status', change(word, switchOf(old.operation_status), switchOf(now.operation_status)));
    const [from, to] = [flat(old), flat(now)];
    const { currency } = this.need('Advertiser', after.links.advertiser).data;
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      if (JSON.stringify(from[name] ?? null) === JSON.stringify(to[name] ?? null)) continue;
      const object = PARTS[name] ?? (word === 'Ad' ? 'Ad details' : 'Targeting');
      tell(object, change(titleOf(name), shownValue(name, from[name], currency), shownValue(name, to[name], currency)));
    }
    return told;
  }

  #log({ id, kind, links }: Entity, object: string, details: readonly Fields[]): void {
    const { now: at, ...maker } = this.#maker;
    const data: ChangeData = { at, ...maker, object_type: WORDS[kind]!, object_id: id, object, details };
    super.insert('Change', { advertiser: links.advertiser! }, data, this.newId());
  }
}

/** Changes of Smart+ creatives are not listed: they change with their ad. */
function wordOf({ kind, data }: Entity): string | undefined {
  return kind === 'Ad' && (data as Shapes['Ad']).smart !== undefined ? undefined : WORDS[kind];
}

function flat({ more, creative, content, ...data }: Fields): Fields {
  const all = { ...data, ...(more as Fields), ...(creative as Fields), ...(content as Fields) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !UNTOLD.has(name)));
}

/** The platform writes values as Python bytes, and the action with a space after it. */
function change(name: string, before: string, after: string): Fields {
  return { action: 'Change ', name, before_after: [{ before: `b'${before}'`, after: `b'${after}'` }] };
}

function switchOf(status: unknown): string {
  return status === 'ENABLE' ? 'Enabled' : 'Paused';
}

function titleOf(name: string): string {
  const plain = name.replace(/^(campaign|adgroup|ad)_(name|text)$/, '$2').replaceAll('_', ' ');
  return plain[0]!.toUpperCase() + plain.slice(1);
}

function shownValue(name: string, value: unknown, currency: string): string {
  if (value === undefined || value === null) return '';
  if (MONEY.includes(name)) return `${Number(value).toFixed(digitsOf(currency))} ${currency}`;
  if (name === 'start' || name === 'end') return new Date(Number(value)).toISOString().slice(0, 16).replace('T', ' ');
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : plainOf(value);
}

function plainOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function of(part: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, part]));
}

import { DAY_MS } from '../../../ambient.ts';
import { pick, unit } from '../../chance.ts';
import { isObject } from '../../json.ts';
import type { Input } from '../routes/input.ts';
import type { Credit } from '../state/event-log.ts';
import type { Entity, Store } from '../state.ts';
import type { EventSource } from './event-rules.ts';

/** Offline events after so long are credited to no ad. */
const OFFLINE_MS = 28 * DAY_MS;
/** The part of people known by e-mail, phone or id who also saw an ad. */
const SAW_AN_AD = 0.4;

/**
 * Credits events to ads. Which ad a made-up click id or person belongs to follows from a hash, so it is the same every time; a
 * click lies at most a day before its event.
 */
export class Attribution {
  readonly #store: Store;
  readonly #from: EventSource;
  readonly #ads: readonly Entity<'Ad'>[];

  constructor(store: Store, from: EventSource) {
    this.#store = store;
    this.#from = from;
    const pixel = from.pixel?.id;
    const isTracked = ({ links }: Entity<'Ad'>) =>
      pixel === undefined || store.need('AdGroup', links.adgroup).data.more.pixel_id === pixel;
    this.#ads = store.all('Ad', { advertiser: from.advertiser }).filter(isTracked);
  }

  creditOf(event: Input, happened: number, received: number): Credit | undefined {
    if (this.#from.source === 'crm') return this.#ofLead(event.object('lead')?.text('lead_id') ?? '');
    if (this.#from.source === 'offline' && received - happened > OFFLINE_MS) return undefined;
    const click = this.#from.source === 'web' ? clickId(event) : undefined;
    const person = click ?? personIn(event.values.user);
    if (person === undefined || (click === undefined && unit(person, 'saw') >= SAW_AN_AD)) return undefined;
    const clicked = happened - Math.floor(unit(person, 'lag') * DAY_MS);
    const shown = this.#ads.filter(({ data }) =>
      data.delivery.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= clicked && clicked < until),
    );
    return shown.length > 0 ? { ad: pick(shown, person, 'ad').id, clicked } : undefined;
  }

  #ofLead(id: string): Credit | undefined {
    const lead = this.#store.find('Lead', id);
    if (lead?.links.advertiser !== this.#from.advertiser || !lead.data.ad) return undefined;
    return { ad: lead.data.ad, clicked: lead.data.at };
  }
}

/** The click id in its own field, or in the address of the page. */
function clickId(event: Input): string | undefined {
  const user = event.values.user;
  const given = isObject(user) && typeof user.ttclid === 'string' ? user.ttclid : undefined;
  const url = event.object('page')?.text('url') ?? '';
  return given || URL.parse(url)?.searchParams.get('ttclid') || undefined;
}

function personIn(user: unknown): string | undefined {
  if (!isObject(user)) return undefined;
  const values = ['email', 'phone', 'external_id'].flatMap((key) => user[key] ?? []);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

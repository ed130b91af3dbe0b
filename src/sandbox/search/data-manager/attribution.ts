import { pick, unit as share } from '../../chance.ts';
import type { World } from '../../emulator.ts';
import { type Day, localTime } from '../metrics/calendar.ts';
import { spanOn } from '../metrics/facts.ts';
import { clicksOfLeads } from '../metrics/leads.ts';
import { type Entity, storeOf } from '../state.ts';
import { type Click, clickOf } from './clicks.ts';
import type { Consent, Event, IngestRequest } from './messages.ts';

/** What the platform finds out of an event after it took it: the click it belongs to, or why it does not count. */
export interface Finding {
  click?: Click;
  /** Without its prefix: `INVALID_GCLID`. */
  reason?: string;
}

/** The share of people that the platform knows by their data alone. */
const KNOWN = 0.6;

export function findingOf(world: World, action: Entity, event: Event, request: IngestRequest): Finding {
  const { gclid, gbraid, wbraid } = event.adIdentifiers ?? {};
  const refused = consentProblem(world, action, event.consent ?? request.consent);
  if (refused !== undefined) return { reason: refused };
  const id = gclid ?? gbraid ?? wbraid;
  if (id === undefined) return { click: clickOfPerson(world, action, event) };
  const click = clickOf(id);
  if (!click) return { reason: `INVALID_${gclid ? 'GCLID' : gbraid ? 'GBRAID' : 'WBRAID'}` };
  if (click.customer !== action.customer) return { reason: 'OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER' };
  const once = action.doc.counting_type === 'ONE_PER_CLICK';
  if (once && gclid === undefined) return { reason: 'ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID' };
  if (once && isCounted(world, action, id)) return { reason: 'DUPLICATE_GCLID' };
  const age = dayOf(world, action, event) - click.day;
  if (age < 0) return { reason: 'INVALID_EVENT' };
  if (age > Number(action.doc.click_through_lookback_window_days)) return { reason: 'EVENT_TOO_OLD' };
  return { click };
}

/** Accounts of Europe advertise to people there, whose consent has to be told. */
function consentProblem(world: World, { customer }: Entity, consent: Consent | undefined): string | undefined {
  const { adUserData } = consent ?? {};
  if (adUserData === 'CONSENT_DENIED') return 'DENIED_CONSENT';
  const zone = String(storeOf(world).find(customer, 'customer', customer)?.doc.time_zone);
  return adUserData !== 'CONSENT_GRANTED' && zone.startsWith('Europe/') ? 'NO_CONSENT' : undefined;
}

function isCounted(world: World, action: Entity, click: string): boolean {
  return (
    storeOf(world)
      .prepare('SELECT 1 FROM search_conversions WHERE customer = ? AND action = ? AND click = ?')
      .get(action.customer, action.key, click) !== undefined
  );
}

function dayOf(world: World, { customer }: Entity, event: Event): Day {
  const zone = String(storeOf(world).find(customer, 'customer', customer)?.doc.time_zone);
  return localTime(Date.parse(event.eventTimestamp!), zone).day;
}

/** People who answered a form are known by it. Of the others always the same ones are known, who clicked the day before. */
function clickOfPerson(world: World, action: Entity, event: Event): Click | undefined {
  const people = event.userData?.userIdentifiers ?? [];
  const hashes = people.flatMap(({ emailAddress, phoneNumber, address }) =>
    [emailAddress, phoneNumber, address?.familyName].filter((hash) => hash !== undefined),
  );
  const store = storeOf(world);
  const leads = clicksOfLeads(store, action.customer);
  const answered = hashes.map((hash) => leads.get(hash.toLowerCase())).find((click) => click !== undefined);
  const [first] = hashes;
  if (answered || first === undefined || share('person', first) > KNOWN) return answered;
  const day = dayOf(world, action, event) - 1;
  const running = store.remembered(`running ${action.customer} ${day}`, () =>
    [...store.all(action.customer, 'ad_group')].filter(({ delivery }) => spanOn(delivery, day)).map(({ key }) => key),
  );
  if (running.length === 0) return undefined;
  return { customer: action.customer, unit: pick(running, 'unit', first), day };
}

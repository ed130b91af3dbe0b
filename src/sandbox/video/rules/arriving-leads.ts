import { type LeadField, leadAnswer, leadMoments } from '../../lead-answers.ts';
import type { LeadData } from '../state/shapes.ts';
import type { Entity, Links, Store } from '../state.ts';
import { ratioOf } from './currencies.ts';

/** What a lead costs, in dollars. */
const LEAD_COST = 8;

/** What the platform's own names of fields ask for; any other field is a question of the advertiser's. */
const FIELDS: Readonly<Record<string, LeadField>> = {
  name: 'full_name',
  email: 'email',
  phone_number: 'phone',
  city: 'city',
};

/** The leads that ads with a form have brought since the last time, up to now. Running it twice brings none twice. */
export function arrivingLeads(store: Store, now: number): Entity<'Lead'>[] {
  return store.all('Ad').flatMap((ad) => {
    const page = ad.data.creative.page_id;
    const form = typeof page === 'string' ? store.find('InstantForm', page) : undefined;
    return form ? leadsOf(store, ad, form, now) : [];
  });
}

function leadsOf(store: Store, ad: Entity<'Ad'>, form: Entity<'InstantForm'>, now: number): Entity<'Lead'>[] {
  const { currency } = store.need('Advertiser', ad.links.advertiser).data;
  const mark = store.find('LeadMark', ad.id) ?? store.insert('LeadMark', {}, { until: 0 }, ad.id);
  const moments = ad.data.delivery.flatMap(({ from, until = now, daily }) =>
    leadMoments(
      {
        from: Math.max(from, mark.data.until),
        to: Math.min(until, now),
        perDay: daily / ratioOf(currency) / LEAD_COST,
      },
      ad.id,
    ),
  );
  if (now <= mark.data.until) return [];
  mark.data = { until: now };
  store.save(mark);
  return moments.map((at) => insertLead(store, form, { at, ad: ad.id }, ad.links));
}

/** A lead of a made-up person, kept where people of that country are. */
export function insertLead(
  store: Store,
  { id: page, data: { fields }, links: { advertiser } }: Entity<'InstantForm'>,
  facts: Pick<LeadData, 'at' | 'ad' | 'isTest'>,
  links: Links = { advertiser: advertiser! },
): Entity<'Lead'> {
  const words = [page, facts.ad ?? '', facts.at];
  const answers = Object.fromEntries(
    fields.map((field) => [
      field,
      facts.isTest ? `test ${field}` : leadAnswer({ field: FIELDS[field] ?? 'text' }, ...words),
    ]),
  );
  const region = facts.isTest ? '' : regionOf(leadAnswer({ field: 'country' }, ...words));
  return store.insert('Lead', links, { page, region, answers, ...facts });
}

function regionOf(country: string): LeadData['region'] {
  if (country === 'US') return 'us';
  return ['DE', 'GB', 'FR'].includes(country) ? 'eu' : '';
}

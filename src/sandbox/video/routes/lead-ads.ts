import { platformTime } from '../format.ts';
import { pageOf } from './listing.ts';
import { get, post, type Route } from './serve.ts';

const TERMS = ['LeadAds'];

/** Instant forms, and the terms that have to be signed before an ad shows one. */
export const leadAdRoutes: readonly Route[] = [
  get('page/get', ({ store, input, advertiser }) => {
    const kind = input.choice('business_type', ['LEAD_GEN', 'STORE_FRONT']) ?? 'LEAD_GEN';
    const status = input.choice('status', ['EDITED', 'PUBLISHED']);
    const title = input.text('title')?.toLowerCase() ?? '';
    const found = store
      .all('InstantForm', { advertiser: advertiser.id })
      .filter(({ data }) => kind === 'LEAD_GEN' && (status === undefined || data.status === status))
      .filter(({ data }) => data.title.toLowerCase().includes(title));
    const { items, page_info } = pageOf(input, found, { usual: 10, max: 100 });
    const list = items.map(({ id, data: { created, fields: _, ...facts } }) => ({
      page_id: id,
      business_type: 'LEAD_GEN',
      ...facts,
      update_time: platformTime(created),
    }));
    return { list, page_info };
  }),
  get('term/check', ({ input, advertiser }) => {
    input.needChoice('term_type', TERMS);
    return { confirmed: advertiser.data.leadTerms };
  }),
  post('term/confirm', ({ world, store, input, advertiser }) =>
    world.change((record) => {
      input.needChoice('term_type', TERMS);
      advertiser.data = { ...advertiser.data, leadTerms: true };
      store.save(advertiser);
      record({ kind: 'update', resource: 'advertiser', id: advertiser.id, account: advertiser.id });
      return {};
    }),
  ),
];

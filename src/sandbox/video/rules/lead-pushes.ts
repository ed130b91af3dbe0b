import { createHmac } from 'node:crypto';
import { SECOND_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import type { Entity, Store } from '../state.ts';

const ENTRIES_MAX = 1000;
const IDS = 'id|page_id|advertiser_id|campaign_id|adgroup_id|ad_id';

/** Tells every subscription of its new leads, answers included; one that two subscriptions cover is told twice. */
export function pushLeads(world: World, store: Store, leads: readonly Entity<'Lead'>[]): void {
  for (const { data: subscription } of store.all('Subscription')) {
    const token = store.tokens.checkToken(subscription.token, { kind: 'access', now: world.now() });
    // A revoked token ends its pushes without a word.
    if (typeof token === 'string') continue;
    const told = leads.filter(
      ({ links, data }) =>
        links.advertiser === subscription.advertiser &&
        (subscription.page === undefined || subscription.page === data.page),
    );
    for (let at = 0; at < told.length; at += ENTRIES_MAX) {
      const body = bodyOf(store, told.slice(at, at + ENTRIES_MAX), world.now());
      const signature = createHmac('sha256', subscription.secret).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-open-signature': signature };
      void world.push({ url: subscription.url, headers, body });
    }
  }
}

function bodyOf(store: Store, leads: readonly Entity<'Lead'>[], now: number): string {
  const entry = leads.map(({ id, links, data }) => ({
    id,
    lead_source: 'INSTANT_FORM',
    page_id: data.page,
    page_name: store.find('InstantForm', data.page)?.data.title ?? '',
    advertiser_id: links.advertiser,
    advertiser_name: store.need('Advertiser', links.advertiser).data.name,
    ...(links.campaign && {
      campaign_id: links.campaign,
      campaign_name: store.need('Campaign', links.campaign).data.campaign_name,
      adgroup_id: links.adgroup,
      ad_id: data.ad,
    }),
    create_time: Math.floor(data.at / SECOND_MS),
    changes: Object.entries(data.answers).map(([field, value]) => ({ field, value })),
  }));
  const text = JSON.stringify({ object: 1, time: Math.floor(now / SECOND_MS), entry });
  // Ids are bare numbers of 19 digits, more than JavaScript's hold; other characters than ASCII are escaped.
  return text
    .replace(new RegExp(`"(${IDS})":"(\\d+)"`, 'g'), '"$1":$2')
    .replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

import { DAY_MS } from '../../../ambient.ts';
import { leadMoments } from '../../lead-answers.ts';
import { insertLead } from '../rules/arriving-leads.ts';
import type { Entity, Store } from '../state.ts';

/** The sets that events of shops and of the customer system are sent to. */
export function seedEventSets(store: Store, { id: advertiser, data }: Entity<'Advertiser'>, now: number): void {
  const set = { auto_tracking: false, created: now - 200 * DAY_MS };
  const shops = { ...set, source: 'offline' as const, name: `${data.name} shops`, description: 'Sales at the counter' };
  const customers = { ...set, source: 'crm' as const, name: `${data.name} customers`, description: '' };
  store.insert('EventSet', { advertiser }, shops);
  store.insert('EventSet', { advertiser }, customers);
}

const LEADS_PER_DAY = 1.5;

/** What published forms brought in the last weeks: links to them are shared outside of ads too. */
export function seedLeads(store: Store, { id: advertiser }: Entity<'Advertiser'>, now: number): void {
  for (const form of store.all('InstantForm', { advertiser })) {
    if (form.data.status !== 'PUBLISHED') continue;
    const moments = leadMoments({ from: now - 20 * DAY_MS, to: now, perDay: LEADS_PER_DAY }, form.id);
    for (const at of moments) insertLead(store, form, { at });
  }
}

import { DAY_MS } from '../../../ambient.ts';
import type { AudienceData } from '../state/shapes.ts';
import type { Store } from '../state.ts';
import type { AccountPlan } from './companies.ts';

export interface Audiences {
  visitors: string;
  customers: string;
  lookalike: string;
}

type Add = (data: Omit<AudienceData, 'created' | 'updated' | 'populated'>, daysAgo: number) => string;

/** The audiences that campaigns aim at; a large account has more. */
export function seedAudiences(store: Store, plan: AccountPlan, now: number, pixel: string): Audiences {
  const { id: account, country, size } = plan;
  const add: Add = (data, daysAgo) => {
    const created = now - daysAgo * DAY_MS;
    return store.insert('CustomAudience', { account }, { ...data, created, updated: created, populated: created }).id;
  };
  const visitors = add({ name: 'Website visitors 30 days', ...visited(pixel, 30, EVERY_PAGE), people: 42_300 }, 500);
  const customers = add(
    { name: 'Customers (CRM)', description: 'Everyone who ever bought', ...UPLOADED, people: 18_400 },
    480,
  );
  const lookalike = add({ ...similarTo(customers, country, 1), people: 2_300_000 }, 400);
  if (size !== 'small') addMore(add, plan, pixel, customers);
  return { visitors, customers, lookalike };
}

function addMore(add: Add, { country, page }: AccountPlan, pixel: string, customers: string): void {
  add({ name: 'Purchasers 180 days', ...visited(pixel, 180, PURCHASE), people: 6_900 }, 450);
  add(
    {
      name: 'Page engagement 365 days',
      subtype: 'ENGAGEMENT',
      rule: ruleOf({ id: page, type: 'page' }, 365, happened('page_engaged')),
      retention_days: 365,
      people: 31_000,
    },
    300,
  );
  add({ ...similarTo(customers, country, 3), people: 6_900_000 }, 200);
  add({ name: 'Trade fair contacts', ...UPLOADED, people: 64 }, 90);
  const partly = { ...UPLOADED, customer_file_source: 'BOTH_USER_AND_PARTNER_PROVIDED' };
  add({ name: 'Newsletter (not uploaded yet)', ...partly, people: 0 }, 5);
}

const UPLOADED = { subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' } as const;
const EVERY_PAGE = { operator: 'and', filters: [{ field: 'url', operator: 'i_contains', value: '' }] };
const PURCHASE = happened('Purchase');

function happened(event: string) {
  return { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: event }] };
}

function visited(pixel: string, days: number, filter: unknown) {
  const rule = ruleOf({ id: pixel, type: 'pixel' }, days, filter);
  return { subtype: 'WEBSITE', rule, retention_days: days, pixel_id: pixel } as const;
}

function ruleOf(source: { id: string; type: string }, days: number, filter: unknown) {
  const rules = [{ event_sources: [source], retention_seconds: days * 86_400, filter }];
  return { inclusions: { operator: 'or', rules } };
}

function similarTo(origin: string, country: string, percent: number) {
  return {
    name: `Lookalike (${country}, ${percent}%) - Customers`,
    subtype: 'LOOKALIKE',
    lookalike_spec: { type: 'custom_ratio', ratio: percent / 100, country, target_countries: [country] },
    origin,
  } as const;
}

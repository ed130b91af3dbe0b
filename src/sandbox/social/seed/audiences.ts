import { DAY_MS } from '../../../ambient.ts';
import type { AudienceData } from '../state/shapes.ts';
import type { Store } from '../state.ts';
import type { AccountPlan } from './companies.ts';

export interface Audiences {
  visitors: string;
  customers: string;
  lookalike: string;
}

export function seedAudiences(
  store: Store,
  { id: account, country, size, page }: AccountPlan,
  now: number,
  pixel: string,
): Audiences {
  const add = (data: Omit<AudienceData, 'created' | 'updated' | 'populated'>, daysAgo: number): string => {
    const created = now - daysAgo * DAY_MS;
    return store.insert('CustomAudience', { account }, { ...data, created, updated: created, populated: created }).id;
  };
  const rule = (days: number, filter: unknown) => ({
    inclusions: {
      operator: 'or',
      rules: [{ event_sources: [{ id: pixel, type: 'pixel' }], retention_seconds: days * 86_400, filter }],
    },
  });
  const visited = { operator: 'and', filters: [{ field: 'url', operator: 'i_contains', value: '' }] };
  const bought = { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: 'Purchase' }] };
  const visitors = add(
    {
      name: 'Website visitors 30 days',
      subtype: 'WEBSITE',
      rule: rule(30, visited),
      retention_days: 30,
      pixel_id: pixel,
      people: 42_300,
    },
    500,
  );
  const customers = add(
    {
      name: 'Customers (CRM)',
      description: 'Everyone who ever bought',
      subtype: 'CUSTOM',
      customer_file_source: 'USER_PROVIDED_ONLY',
      people: 18_400,
    },
    480,
  );
  const lookalike_spec = { type: 'custom_ratio', ratio: 0.01, country, target_countries: [country] };
  const lookalike = add(
    {
      name: `Lookalike (${country}, 1%) - Customers`,
      subtype: 'LOOKALIKE',
      lookalike_spec,
      origin: customers,
      people: 2_300_000,
    },
    400,
  );
  if (size === 'small') return { visitors, customers, lookalike };
  add(
    {
      name: 'Purchasers 180 days',
      subtype: 'WEBSITE',
      rule: rule(180, bought),
      retention_days: 180,
      pixel_id: pixel,
      people: 6_900,
    },
    450,
  );
  const engaged = {
    inclusions: {
      operator: 'or',
      rules: [
        {
          event_sources: [{ id: page, type: 'page' }],
          retention_seconds: 365 * 86_400,
          filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: 'page_engaged' }] },
        },
      ],
    },
  };
  add(
    { name: 'Page engagement 365 days', subtype: 'ENGAGEMENT', rule: engaged, retention_days: 365, people: 31_000 },
    300,
  );
  add(
    {
      name: `Lookalike (${country}, 3%) - Customers`,
      subtype: 'LOOKALIKE',
      lookalike_spec: { ...lookalike_spec, ratio: 0.03 },
      origin: customers,
      people: 6_900_000,
    },
    200,
  );
  add({ name: 'Trade fair contacts', subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY', people: 64 }, 90);
  add(
    {
      name: 'Newsletter (not uploaded yet)',
      subtype: 'CUSTOM',
      customer_file_source: 'BOTH_USER_AND_PARTNER_PROVIDED',
      people: 0,
    },
    5,
  );
  return { visitors, customers, lookalike };
}

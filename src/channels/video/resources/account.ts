import { z } from 'zod';
import { dated } from '../../../ambient.ts';
import { Money } from '../../../tools/money.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { moneyOf } from '../money.ts';
import type { Advertiser as Wire } from '../wire.ts';

/** Where an object was looked for, for `notFound`. */
export function placeOf(account: string) {
  return { where: `advertiser ${account}`, accountArgument: 'advertiser_id' };
}

export const Advertiser = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    currency: z.string(),
    timezone: z.string(),
    balance: Money,
  })
  .describe('Also company, country, language, business_center_id, rejection_reason, created_time');

export function advertiserOf(wire: Wire) {
  return withoutUnset({
    id: wire.advertiser_id,
    name: wire.name,
    company: wire.company,
    status: wire.status,
    currency: wire.currency,
    timezone: wire.timezone,
    balance: moneyOf(wire.balance, wire.currency),
    country: wire.country,
    language: wire.language,
    business_center_id: wire.owner_bc_id,
    rejection_reason: wire.rejection_reason || undefined,
    created_time: wire.create_time ? new Date(dated(wire.create_time * 1000)).toISOString() : undefined,
  });
}

import { z } from 'zod';
import type { SearchClient } from '../client.ts';
import type { Row } from './wire/row.ts';

const FIELDS = ['id', 'descriptive_name', 'currency_code', 'time_zone', 'status', 'manager', 'test_account'];

/** The same facts stand in an account's own row and in its manager's row about it. */
export const CUSTOMER_FIELDS = FIELDS.map((field) => `customer.${field}`);
export const CLIENT_FIELDS = FIELDS.map((field) => `customer_client.${field}`);

export const CustomerOutput = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  timezone: z.string(),
  status: z.string(),
  is_manager: z.boolean(),
  is_test: z.boolean(),
});

export function shownCustomer(customer: NonNullable<Row['customer' | 'customerClient']>) {
  return {
    id: customer.id ?? '',
    name: customer.descriptiveName ?? '',
    currency: customer.currencyCode ?? '',
    timezone: customer.timeZone ?? '',
    status: customer.status ?? 'UNKNOWN',
    is_manager: customer.manager ?? false,
    is_test: customer.testAccount ?? false,
  };
}

/** The currency all of an account's money is in; it never changes. */
export async function currencyOf(client: SearchClient, account: string): Promise<string | undefined> {
  const row = await client.row(account, { select: ['customer.currency_code'], from: 'customer' });
  return row?.customer?.currencyCode;
}

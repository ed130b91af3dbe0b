import { z } from 'zod';
import { text } from '../../../tools/fields.ts';

/** What lists of campaigns, ad groups and ads are narrowed by. */
const STATUSES = {
  DELIVERING: 'STATUS_DELIVERY_OK',
  DISABLED: 'STATUS_DISABLE',
  NOT_DELIVERING: 'STATUS_NOT_DELIVERY',
  ENDED: 'STATUS_TIME_DONE',
  DELETED: 'STATUS_DELETE',
  ALL: 'STATUS_ALL',
} as const;

export const narrowing = {
  status: z
    .enum(Object.keys(STATUSES) as [keyof typeof STATUSES])
    .optional()
    .describe('All but DELETED when left out'),
  name_contains: text(200).optional().describe('Part of the name'),
};

interface Narrowed {
  status?: keyof typeof STATUSES | undefined;
  name_contains?: string | undefined;
}

/** The platform's filter. Objects named by id are found whatever became of them. */
export function filterOf(
  { status, name_contains }: Narrowed,
  nameField: string,
  others: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isNamed = Object.entries(others).some(([key, value]) => key.endsWith('_ids') && value !== undefined);
  const primary_status = status ? STATUSES[status] : isNamed ? STATUSES.ALL : undefined;
  const all = { ...others, [nameField]: name_contains, primary_status };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

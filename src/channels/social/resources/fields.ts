import { z } from 'zod';
import { dated } from '../../../ambient.ts';
import { Id } from '../../../tools/fields.ts';
import { Money } from '../../../tools/money.ts';

/** Arguments and result fields of this platform that several tools share. */

/** Money without its two members in the schema, to keep the tool list short. */
export const Amount = Money.meta({ properties: undefined, required: undefined });

/** Digits, with or without the prefix `act_`. */
export const AccountId = z
  .string()
  .refine((text) => Id.safeParse(bare(text)).success, 'must be digits, with or without act_ before them')
  .transform(bare)
  .describe('Default: configured');

function bare(id: string): string {
  return id.replace(/^act_/, '');
}

/** A page's post: the page's id and the post's own. */
export const PostId = z
  .string()
  .refine((id) => /^\d{1,19}_\d{1,19}$/.test(id), 'must be <page id>_<post id>, as list_posts shows it');

/** Statuses a caller may set. ARCHIVED (still listed) and DELETED (not listed) cannot be undone. */
export const Status = z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']).describe('The last two are final');
export const IRREVERSIBLE_STATUS = { status: ['ARCHIVED', 'DELETED'] };

/** A legal declaration in many countries, so it has no default. */
export const SpecialAdCategories = z
  .array(
    z.enum([
      'HOUSING',
      'EMPLOYMENT',
      'FINANCIAL_PRODUCTS_SERVICES',
      'ISSUES_ELECTIONS_POLITICS',
      'ONLINE_GAMBLING_AND_GAMING',
    ]),
  )
  .describe('Declaration; [] when none applies');

export const BidStrategy = z
  .enum(['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP', 'LOWEST_COST_WITH_MIN_ROAS'])
  .describe('Caps need bid_amount, MIN_ROAS needs min_roas');

/** ISO 8601 of a platform time: `2026-11-15T08:00:00-0800` gets its colon, UNIX seconds become text. */
export function isoTime(time: string | number | undefined): string | undefined {
  if (typeof time === 'number') return time > 0 ? new Date(dated(time * 1000)).toISOString() : undefined;
  return time?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
}

/** A caller's time as the platform's reference writes it. */
export function platformTime(moment: string): string {
  return new Date(moment).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

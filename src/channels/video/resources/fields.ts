import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { text } from '../../../tools/fields.ts';

/** Arguments and result fields of this platform that several tools share. */

/** Flags and keycaps are emoji as well; © ® ™ are letters unless a selector makes pictures of them. */
const EMOJI = /\p{Regional_Indicator}|\u20e3|[©®™]\ufe0f|(?![©®™])\p{Extended_Pictographic}/u;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** A text without emoji. The platform counts characters of Chinese, Japanese and Korean twice. */
export function plainText(max: number) {
  return text(max)
    .refine(
      (value) => [...value].length > max || widthOf(value) <= max,
      `must have at most ${max} characters, of which Chinese, Japanese and Korean ones count twice`,
    )
    .refine((value) => !EMOJI.test(value), 'must have no emoji: the platform refuses them');
}

/** An id that is no number: of a file, of music, of an identity. Its length is checked here and not told in the schema. */
export const TextId = z
  .string()
  .refine((value) => text(200).safeParse(value).success, 'must be an id, of 1 to 200 characters');

/** A part of a name to look for. */
export const NamePart = z
  .string()
  .refine((value) => text(200).safeParse(value).success, 'must have 1 to 200 characters')
  .optional()
  .describe('Part of the name');

function widthOf(value: string): number {
  return [...value].reduce((width, sign) => width + (WIDE.test(sign) ? 2 : 1), 0);
}

/** The status a caller may set. DELETE cannot be undone. */
export const Status = z
  .enum(['ENABLE', 'DISABLE', 'DELETE'])
  .describe('Alone. ENABLE lets it spend; DELETE cannot be undone');
export const IRREVERSIBLE_STATUS = { status: ['DELETE'] };

/** The platform writes UTC times as `2026-11-15 09:00:00`. */
export function isoTime(time: string | null | undefined): string | undefined {
  return time ? `${time.replace(' ', 'T')}Z` : undefined;
}

export function platformTime(moment: string): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}

export interface Switched {
  operation_status?: string | null | undefined;
  secondary_status?: string | null | undefined;
}

/** `operation_status`, or DELETE: the platform keeps the old `operation_status` of a deleted object. */
export function statusOf(wire: Switched): string {
  return wire.secondary_status?.endsWith('_STATUS_DELETE') ? 'DELETE' : (wire.operation_status ?? 'UNKNOWN');
}

/** A change of the present budget, or of an original's. */
export const Percent = z.number().min(-90).max(500);

export const Comments = z.boolean().describe('Whether people may comment');

export const Language = text(10, 2).default('en').describe('Language of names, such as en, ja, de');

export const CallToAction = z
  .enum([
    'APPLY_NOW',
    'BOOK_NOW',
    'CALL_NOW',
    'CONTACT_US',
    'DOWNLOAD_NOW',
    'EXPERIENCE_NOW',
    'GET_QUOTE',
    'GET_SHOWTIMES',
    'GET_TICKETS_NOW',
    'INSTALL_NOW',
    'INTERESTED',
    'JOIN_THIS_HASHTAG',
    'LEARN_MORE',
    'LISTEN_NOW',
    'ORDER_NOW',
    'PLAY_GAME',
    'PREORDER_NOW',
    'READ_MORE',
    'SEND_MESSAGE',
    'SHOOT_WITH_THIS_EFFECT',
    'SHOP_NOW',
    'SIGN_UP',
    'SUBSCRIBE',
    'VIEW_NOW',
    'VIEW_PROFILE',
    'VIEW_VIDEO_WITH_THIS_EFFECT',
    'VISIT_STORE',
    'WATCH_LIVE',
    'WATCH_NOW',
  ])
  .describe('The button');

/** Buttons of kinds of campaigns that are not made here. */
const CLOSED_BUTTONS = ['WATCH_LIVE', 'JOIN_THIS_HASHTAG', 'SHOOT_WITH_THIS_EFFECT', 'VIEW_VIDEO_WITH_THIS_EFFECT'];

/** The buttons that ads of an objective can have. */
export function buttonsFor(objective: string): z.infer<typeof CallToAction>[] {
  const closed = objective === 'ENGAGEMENT' ? CLOSED_BUTTONS : [...CLOSED_BUTTONS, 'VIEW_PROFILE'];
  return CallToAction.options.filter((one) => !closed.includes(one));
}

/** Refuses `status` beside other changes: the platform takes it in a request of its own, and a tool sends one. */
export function statusAlone(args: Readonly<Record<string, unknown>>, others: readonly string[]): Problem[] {
  const given = others.filter((name) => args[name] !== undefined);
  if (args.status === undefined || given.length === 0) return [];
  const message = `cannot be combined with ${given.join(', ')}: the platform takes them in separate requests, so call twice`;
  return [{ field: 'status', message }];
}

/** Filters of the lists of campaigns, ad groups and ads. */
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
  name_contains: NamePart,
};

interface Narrowed {
  status?: keyof typeof STATUSES | undefined;
  name_contains?: string | undefined;
}

/** The platform's filter. Objects named by id are found even when they are deleted. */
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

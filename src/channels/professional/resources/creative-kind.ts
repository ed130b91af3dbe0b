import type { Problem } from '../../../errors.ts';
import type { Format } from './objective.ts';

/** What ads are made of, and which campaigns take which. */

export const BUTTONS = [
  'LEARN_MORE',
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'REQUEST_DEMO',
  'JOIN',
  'ATTEND',
] as const;

export function buttonProblems(button: string | undefined): Problem[] {
  if (button === undefined || BUTTONS.some((one) => one === button)) return [];
  return [{ field: 'button', message: `must be one of: ${BUTTONS.join(', ')}`, allowed_values: BUTTONS }];
}

/** The format that an ad of a kind gives its campaign; an existing post may be of any. */
const FORMAT_OF = {
  IMAGE: 'STANDARD_UPDATE',
  VIDEO: 'SINGLE_VIDEO',
  CAROUSEL: 'CAROUSEL',
  DOCUMENT: 'SPONSORED_UPDATE_NATIVE_DOCUMENT',
  TEXT: 'TEXT_AD',
  POST: undefined,
} as const satisfies Record<string, Format | undefined>;
export type CreativeKind = keyof typeof FORMAT_OF;
export const KINDS = Object.keys(FORMAT_OF) as [CreativeKind, ...CreativeKind[]];

/** A campaign shows ads of one format, from its first ad on. */
export function kindProblems(kind: CreativeKind, format: string | undefined): Problem[] {
  const own = FORMAT_OF[kind];
  if (own === undefined || format === undefined || own === format) return [];
  const allowed = KINDS.filter((one) => FORMAT_OF[one] === format);
  const message = `${kind} does not fit: the campaign shows ${format} only. Make another with create_professional_campaign, format ${own}`;
  return [{ field: 'kind', message, allowed_values: allowed }];
}

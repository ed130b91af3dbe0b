import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { WireCreative } from '../wire.ts';
import { idIn, isoTime, urnOf } from './fields.ts';
import { FORMATS, type Format } from './objective.ts';

export const Creative = z.object({
  id: z.string(),
  shown_as: z.string().describe('What people see it as'),
  name: z.string().optional(),
  status: z.string(),
  campaign_id: z.string(),
  kind: z.string().optional(),
  content: z.record(z.string(), z.unknown()),
  lead_form_id: z.string().optional(),
  review_status: z.string().optional(),
  rejection_reasons: z.array(z.string()).optional(),
  is_serving: z.boolean().optional(),
  serving_hold_reasons: z.array(z.string()),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
});
export type Creative = z.infer<typeof Creative>;

export function shownCreative(creative: WireCreative): Creative {
  return withoutUnset({
    id: idIn(creative.id),
    shown_as: 'Ad',
    name: creative.name,
    status: creative.intendedStatus,
    campaign_id: idIn(creative.campaign),
    kind: Object.keys(creative.content)[0],
    content: creative.content,
    lead_form_id: creative.leadgenCallToAction && idIn(creative.leadgenCallToAction.destination),
    review_status: creative.review?.status,
    rejection_reasons: rejectionReasons(creative.review),
    is_serving: creative.isServing,
    serving_hold_reasons: creative.servingHoldReasons,
    created_time: isoTime(creative.createdAt),
    updated_time: isoTime(creative.lastModifiedAt),
  });
}

/** Writes codes such as `POLICY_VIOLATION` in words; other reasons stay as they are. */
export function rejectionReasons(review: WireCreative['review']): string[] | undefined {
  return review?.rejectionReasons?.map((reason) => {
    if (typeof reason !== 'string') return JSON.stringify(reason);
    return /^[A-Z0-9_]+$/.test(reason) ? `${reason.toLowerCase().replaceAll('_', ' ')} (${reason})` : reason;
  });
}

export function creativesPath(account: string): string {
  return pathOf`/adAccounts/${idIn(account)}/creatives`;
}

/** Creatives are addressed by URN, not by number. */
export function creativePath(account: string, id: string): string {
  return pathOf`/adAccounts/${idIn(account)}/creatives/${urnOf('sponsoredCreative', id)}`;
}

export function readCreative(client: ProfessionalClient, account: string, id: string): Promise<WireCreative> {
  return client.get(creativePath(account, id), WireCreative, {}, account);
}

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

/** The campaign format each kind of ad needs; an existing post may have any. */
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

/** Formats whose ads are messages, events or built from a page's own data. */
const NOT_MADE_HERE: readonly string[] = FORMATS.filter(
  (format) => !Object.values(FORMAT_OF).some((one) => one === format),
);

/** What is said of a campaign whose ads no tool makes; undefined for the others. */
export function notMadeHereNote(format: string | undefined, type: string): string | undefined {
  const isOther = type === 'SPONSORED_INMAILS' || (format !== undefined && NOT_MADE_HERE.includes(format));
  return isOther ? `Next: ${notMadeHere(format ?? type)}` : undefined;
}

function notMadeHere(format: string): string {
  return `ads of ${format} are made in the platform's own interface; update_creative, bulk_update and get_analytics work on them`;
}

/** A campaign has one format, set by its first ad. */
export function kindProblems(
  kind: CreativeKind,
  { format, type }: { format?: string | undefined; type: string },
): Problem[] {
  if (type === 'SPONSORED_INMAILS' || (format !== undefined && NOT_MADE_HERE.includes(format)))
    return [{ field: 'campaign_id', message: notMadeHere(format ?? type) }];
  const own = FORMAT_OF[kind];
  if (own === undefined || format === undefined || own === format) return [];
  const allowed = KINDS.filter((one) => FORMAT_OF[one] === format);
  const message = `${kind} does not fit: the campaign shows ${format} only. Make another with create_professional_campaign, format ${own}`;
  return [{ field: 'kind', message, allowed_values: allowed }];
}

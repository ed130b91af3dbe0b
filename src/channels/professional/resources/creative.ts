import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { WireCreative } from '../wire.ts';
import { idIn, isoTime, urnOf } from './fields.ts';
import { type Format, MADE_FORMATS, TYPE_OF_FORMAT } from './objective.ts';

export const Creative = z
  .looseObject({
    id: z.string(),
    shown_as: z.string(),
    status: z.string(),
    campaign_id: z.string(),
    serving_hold_reasons: z.array(z.string()),
  })
  .describe(
    'shown_as: what people see it as. Also name, campaign_name, kind, content, lead_form_id, review_status, rejection_reasons, is_serving, created_time, updated_time, post',
  );

export function shownCreative(creative: WireCreative) {
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
  SPOTLIGHT: 'SPOTLIGHT',
  FOLLOW: 'FOLLOW_COMPANY',
  MESSAGE: 'SPONSORED_INMAIL',
  CONVERSATION: 'SPONSORED_MESSAGE',
  EVENT: 'SPONSORED_UPDATE_EVENT',
  POST: undefined,
} as const satisfies Record<string, (typeof MADE_FORMATS)[number] | undefined>;
export type CreativeKind = keyof typeof FORMAT_OF;
export const KINDS = Object.keys(FORMAT_OF) as [CreativeKind, ...CreativeKind[]];

const JOB_ADS =
  "ads of JOBS are made in the platform's own interface, because it does not publish what such an ad holds; update_creative, bulk_update and get_analytics work on them";

/** A campaign that could never get an ad here is refused. */
export function campaignProblems({ format }: { format?: string | undefined }): Problem[] {
  if (format !== 'JOBS') return [];
  const message = `the campaign would stay without an ad: ${JOB_ADS}. Here take one of ${MADE_FORMATS.join(', ')}`;
  return [{ field: 'format', message, allowed_values: MADE_FORMATS }];
}

/** A campaign has one type, and one format, which its first ad sets where the campaign names none. */
export function kindProblems(
  kind: CreativeKind,
  { format, type }: { format?: string | undefined; type: string },
): Problem[] {
  if (format === 'JOBS') return [{ field: 'campaign_id', message: JOB_ADS }];
  const allowed = KINDS.filter((one) => isFitting(FORMAT_OF[one], { format, type }));
  if (allowed.includes(kind)) return [];
  const own = FORMAT_OF[kind] ?? 'STANDARD_UPDATE';
  const message = `${kind} does not fit: the campaign shows ${format ?? type} only. Make another with create_professional_campaign, format ${own}`;
  return [{ field: 'kind', message, allowed_values: allowed }];
}

/** An existing post may have any format of sponsored content but that of events, whose ads name the event as well. */
function isFitting(own: Format | undefined, { format, type }: { format?: string | undefined; type: string }): boolean {
  if (own === undefined) return type === 'SPONSORED_UPDATES' && format !== 'SPONSORED_UPDATE_EVENT';
  return TYPE_OF_FORMAT[own] === type && (format === undefined || own === format);
}

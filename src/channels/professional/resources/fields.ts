import { z } from 'zod';
import { plusDays } from '../../../tools/days.ts';
import { Day } from '../../../tools/fields.ts';

/** Arguments and result fields of this platform that several tools share. */

type IdKind =
  | 'sponsoredAccount'
  | 'sponsoredCampaignGroup'
  | 'sponsoredCampaign'
  | 'sponsoredCreative'
  | 'organization'
  | 'adForm'
  | 'leadGenFormResponse'
  | 'event';

export function urnOf(kind: IdKind, id: string): string {
  return `urn:li:${kind}:${id}`;
}

/** The part after the last colon; a bare id stays as it is. */
export function idIn(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1);
}

/** The tool that lists each kind of object. */
const FOUND_WITH: Readonly<Record<IdKind, string>> = {
  sponsoredAccount: 'list_ad_accounts',
  sponsoredCampaignGroup: 'list_campaign_groups',
  sponsoredCampaign: 'list_professional_campaigns',
  sponsoredCreative: 'list_creatives',
  organization: 'list_organizations',
  adForm: 'list_lead_forms',
  leadGenFormResponse: 'list_leads',
  event: 'the address of its page',
};

/** An id given as a number or as a URN; becomes the number. */
function platformId(kind: IdKind) {
  const prefix = `urn:li:${kind}:`;
  const bare = (text: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
  return z
    .string()
    .refine(
      (text) => /^\d{1,19}$/.test(bare(text)),
      `must be digits as text, or ${prefix} with digits (${FOUND_WITH[kind]} tells it)`,
    )
    .transform(bare);
}

export const AccountId = platformId('sponsoredAccount').describe('Default: configured');
export const GroupId = platformId('sponsoredCampaignGroup');
export const CampaignId = platformId('sponsoredCampaign');
export const CreativeId = platformId('sponsoredCreative');
export const OrganizationId = platformId('organization');
export const LeadFormId = platformId('adForm');
export const EventId = platformId('event');

/** Filter by status. The allowed values are named in the refusal, to keep tool lists short. */
export function statusFilter<Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
  return z
    .array(z.enum(statuses).meta({ enum: undefined }))
    .min(1)
    .optional()
    .describe('Only these: ACTIVE, DRAFT …');
}

const DateTime = z.iso.datetime({ offset: true });
const MESSAGE = 'must be a time with its zone such as 2026-12-01T08:00:00Z, or milliseconds since 1970';

/** The platform counts in UTC, but whether a day means its beginning or its end only the caller knows. */
function dayHint(given: unknown): string {
  if (!Day.safeParse(given).success) return '';
  const next = plusDays(String(given), 1);
  return `; that day begins at ${given}T00:00:00Z and ends at ${next}T00:00:00Z`;
}

/** A moment as ISO text or epoch milliseconds; becomes milliseconds. */
export const When = z
  .union([z.number(), z.string()], MESSAGE)
  .refine((given) => (typeof given === 'number' ? isMilliseconds(given) : isTime(given)), {
    error: ({ input }) => MESSAGE + dayHint(input),
  })
  .transform((given) => (typeof given === 'number' ? given : Date.parse(given)));

/** A moment that `none` removes. */
export const WhenOrNone = z
  .union([z.number(), z.string()], MESSAGE)
  .transform((given) => (given === 'none' ? null : given))
  .pipe(z.union([z.null(), When], { error: ({ input }) => `${MESSAGE}, or none${dayHint(input)}` }));

/** Seconds lie below, microseconds above. */
function isMilliseconds(given: number): boolean {
  return Number.isSafeInteger(given) && given > 1e12 && given < 1e13;
}

function isTime(text: string): boolean {
  return DateTime.safeParse(text).success;
}

export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

export const CAMPAIGN_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'DRAFT',
  'ARCHIVED',
  'COMPLETED',
  'CANCELED',
  'PENDING_DELETION',
  'REMOVED',
] as const;

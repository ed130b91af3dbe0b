import { z } from 'zod';
import { Id, Moment, MomentOrNone, text, WebAddress } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import type { Shown } from '../../../tools/write-report.ts';
import { AdSetOptions } from './ad-set-options.ts';
import { BidStrategy, platformTime } from './fields.ts';

/** Arguments that creating and updating an ad set share. */
export const adSetChanges = {
  daily_budget: amount('Only when the campaign holds no budget').optional(),
  lifetime_budget: amount('With end_time').optional(),
  bid_strategy: BidStrategy.optional(),
  bid_amount: amount('Cap or target cost of one result').optional(),
  min_roas: z.number().min(0.01).max(1000).optional().describe('Least return on ad spend: 1.5 is 150 %'),
  start_time: Moment.optional().describe('With zone'),
  end_time: MomentOrNone.optional().describe('With zone; "none": open end'),
  options: AdSetOptions.optional(),
  dsa_payor: text(512).optional().describe('Who pays; for the EU'),
  dsa_beneficiary: text(512).optional().describe('Who is advertised; for the EU'),
};

export const OptimizationGoal = z
  .enum([
    'REACH',
    'IMPRESSIONS',
    'AD_RECALL_LIFT',
    'THRUPLAY',
    'LINK_CLICKS',
    'LANDING_PAGE_VIEWS',
    'POST_ENGAGEMENT',
    'PAGE_LIKES',
    'EVENT_RESPONSES',
    'CONVERSATIONS',
    'LEAD_GENERATION',
    'QUALITY_LEAD',
    'QUALITY_CALL',
    'OFFSITE_CONVERSIONS',
    'VALUE',
    'APP_INSTALLS',
    'PROFILE_VISIT',
  ])
  .describe('Optimised for');

export const BillingEvent = z
  .enum(['IMPRESSIONS', 'LINK_CLICKS', 'POST_ENGAGEMENT', 'PAGE_LIKES', 'THRUPLAY'])
  .describe('What is paid for');

export const DestinationType = z
  .enum([
    'WEBSITE',
    'APP',
    'MESSENGER',
    'WHATSAPP',
    'INSTAGRAM_DIRECT',
    'INSTAGRAM_PROFILE',
    'PHONE_CALL',
    'ON_AD',
    'ON_POST',
    'ON_EVENT',
    'ON_VIDEO',
    'ON_PAGE',
  ])
  .describe('Where a click leads');

export const PromotedObject = z
  .strictObject({
    page_id: Id.optional().describe('Page'),
    event_id: Id.optional().describe('Event'),
    pixel_id: Id.optional().describe('From list_pixels'),
    custom_event_type: text(100).optional().describe('PURCHASE, LEAD …'),
    custom_conversion_id: Id.optional().describe('Custom conversion'),
    application_id: Id.optional().describe('App'),
    object_store_url: WebAddress.optional().describe('App store page'),
    product_set_id: Id.optional().describe('Catalog product set'),
    product_catalog_id: Id.optional().describe('Catalog'),
  })
  .describe('What the goal is measured on');

interface Timed {
  start_time?: string | undefined;
  end_time?: string | undefined;
}

export function platformTimes({ start_time, end_time }: Timed): Record<string, string> {
  return {
    ...(start_time && { start_time: platformTime(start_time) }),
    ...(end_time && { end_time: end_time === 'none' ? '0' : platformTime(end_time) }),
  };
}

/** The platform shows times in the account's zone: a wanted time that is the same moment is given in the text shown before. */
export function shownTimes(before: Shown, { start_time, end_time }: Timed): Shown {
  const asShown = (name: string, wanted: string) =>
    Date.parse(String(before[name])) === Date.parse(wanted) ? before[name] : wanted;
  return {
    ...(start_time && { start_time: asShown('start_time', start_time) }),
    ...(end_time && { end_time: end_time === 'none' ? null : asShown('end_time', end_time) }),
  };
}

/** The platform counts a floor of 1.5 as 15000. */
const ROAS_UNITS = 10_000;

export function bidConstraints(minRoas: number | undefined): Record<string, unknown> {
  return minRoas === undefined ? {} : { bid_constraints: { roas_average_floor: Math.round(minRoas * ROAS_UNITS) } };
}

export function minRoasOf(constraints: { roas_average_floor?: number | undefined } | undefined): number | undefined {
  const floor = constraints?.roas_average_floor;
  return floor === undefined ? undefined : floor / ROAS_UNITS;
}

import { z } from 'zod';
import { Amount } from '../../tools/money.ts';
import { BidStrategy, Id, Moment, platformTime } from './fields.ts';

/** Arguments that creating and updating an ad set share. */
export const adSetChanges = {
  daily_budget: Amount.optional().describe('Only when the campaign holds no budget'),
  lifetime_budget: Amount.optional().describe('With end_time'),
  bid_strategy: BidStrategy.optional(),
  bid_amount: Amount.optional(),
  min_roas: z.number().min(0.01).max(1000).optional(),
  start_time: Moment.optional(),
  end_time: Moment.optional(),
};

export const OptimizationGoal = z.enum([
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
  'SUBSCRIBERS',
]);

export const BillingEvent = z.enum([
  'IMPRESSIONS',
  'LINK_CLICKS',
  'POST_ENGAGEMENT',
  'PAGE_LIKES',
  'THRUPLAY',
  'APP_INSTALLS',
]);

export const DestinationType = z.enum([
  'WEBSITE',
  'APP',
  'MESSENGER',
  'WHATSAPP',
  'INSTAGRAM_DIRECT',
  'ON_AD',
  'ON_POST',
  'ON_EVENT',
  'ON_VIDEO',
  'ON_PAGE',
]);

export const PromotedObject = z.strictObject({
  page_id: Id.optional(),
  pixel_id: Id.optional(),
  custom_event_type: z.string().optional().describe('PURCHASE, LEAD …'),
  custom_conversion_id: Id.optional(),
  application_id: Id.optional(),
  object_store_url: z.url().optional(),
  product_set_id: Id.optional(),
  product_catalog_id: Id.optional(),
});

interface Timed {
  start_time?: string | undefined;
  end_time?: string | undefined;
}

export function platformTimes({ start_time, end_time }: Timed): Record<string, string> {
  return {
    ...(start_time && { start_time: platformTime(start_time) }),
    ...(end_time && { end_time: platformTime(end_time) }),
  };
}

/** The platform counts a floor of 1.5 as 15000. */
export function bidConstraints(minRoas: number | undefined): Record<string, unknown> {
  return minRoas === undefined ? {} : { bid_constraints: { roas_average_floor: Math.round(minRoas * 10_000) } };
}

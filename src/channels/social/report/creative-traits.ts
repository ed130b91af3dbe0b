import type { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { creativeOf } from '../resources/creative.ts';
import type { InsightRow } from '../resources/insights.ts';
import type { AD_CREATIVE_USE, Creative } from '../wire.ts';

/** A creative with everything the analysis looks at. */
export interface Portrait {
  id: string;
  name: string;
  form: string;
  format: string;
  callToAction: string;
  textLength: string;
  age: string;
  ads: number;
  impressions: number;
  clicks: number;
  spend: number;
}

type AdUse = z.infer<typeof AD_CREATIVE_USE.schema>;

/** Joins creatives with the ads that use them and the numbers of those ads. */
export function portraits(
  creatives: readonly Creative[],
  ads: readonly AdUse[],
  rows: readonly InsightRow[],
  now: number,
): Portrait[] {
  const rowOf = new Map(rows.map((row) => [row.ad_id, row]));
  const adsOf = Map.groupBy(ads, ({ creative }) => creative?.id);
  return creatives.map((wire) => {
    const { id, name, form, format, call_to_action_type, message = '' } = creativeOf(wire);
    const uses = adsOf.get(id) ?? [];
    const numbers = uses.flatMap((ad) => rowOf.get(ad.id) ?? []);
    return {
      id,
      name,
      form,
      format,
      callToAction: call_to_action_type ?? 'none',
      textLength: lengthOf(message),
      age: ageOf(uses, now),
      ads: uses.length,
      impressions: total(numbers.map(({ impressions }) => impressions)),
      clicks: total(numbers.map(({ clicks }) => clicks)),
      spend: total(numbers.map(({ spend }) => Number(spend))),
    };
  });
}

/** The platform shows about 90 characters before it cuts a text. */
function lengthOf(message: string): string {
  const { length } = [...message];
  if (length === 0) return 'no text';
  if (length <= 90) return 'up to 90 characters';
  return length <= 250 ? '91 to 250 characters' : 'over 250 characters';
}

/** A creative has no date of its own: it is as old as the first ad with it. */
function ageOf(ads: readonly AdUse[], now: number): string {
  const born = Math.min(...ads.map(({ created_time }) => Date.parse(created_time ?? '')).filter(Number.isFinite));
  if (!Number.isFinite(born)) return 'never used';
  const days = (now - born) / DAY_MS;
  if (days <= 7) return 'up to 7 days';
  if (days <= 30) return '8 to 30 days';
  return days <= 90 ? '31 to 90 days' : 'over 90 days';
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

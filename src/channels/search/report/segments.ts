import { goTogether, splitsMetric } from './field-facts.ts';

/** How a campaign report can be split: our name, and the platform's field. */
export const SEGMENTS: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['week', 'week'],
  ['month', 'month'],
  ['quarter', 'quarter'],
  ['year', 'year'],
  ['hour', 'hour'],
  ['day_of_week', 'day_of_week'],
  ['month_of_year', 'month_of_year'],
  ['device', 'device'],
  ['network', 'ad_network_type'],
  ['ad_network_type', 'ad_network_type'],
  ['click_type', 'click_type'],
  ['slot', 'slot'],
  ['conversion_action', 'conversion_action'],
  ['conversion_action_name', 'conversion_action_name'],
  ['conversion_action_category', 'conversion_action_category'],
]);

export const SEGMENT_NAMES = [...SEGMENTS.keys()] as [string, ...string[]];

/** Segments of time: reports split by them are sorted oldest first. */
const TIMES = ['year', 'quarter', 'month', 'week', 'date', 'hour'];

export function isTime(name: string): boolean {
  return TIMES.includes(name);
}

/** Impressions and clicks belong to no conversion, so the platform cannot split them this way. */
export function splitsConversions(name: string): boolean {
  return name.startsWith('conversion_action');
}

export function segmentField(name: string): string {
  return `segments.${SEGMENTS.get(name) ?? name}`;
}

/** Whether the platform splits a metric's field by a segment. */
export function splits(segment: string, field: string): boolean {
  return splitsMetric(SEGMENTS.get(segment) ?? segment, field.replace(/^metrics\./, ''));
}

/** Whether a report can be split by both. */
export function areMates(one: string, other: string): boolean {
  return goTogether(SEGMENTS.get(one) ?? one, SEGMENTS.get(other) ?? other);
}

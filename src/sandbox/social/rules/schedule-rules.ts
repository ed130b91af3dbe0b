import { isObject } from '../../json.ts';
import { type GraphError, ruleBroken } from '../errors.ts';
import type { AdSetData, CampaignData, Json } from '../state/shapes.ts';
import { isConversionGoal } from './goals.ts';

const WINDOWS: Record<string, number[]> = { CLICK_THROUGH: [1, 7], VIEW_THROUGH: [1], ENGAGED_VIDEO_VIEW: [1] };

/** Entries with keys the platform does not know are passed over in silence, and the default stays. */
export function readAttribution(spec: unknown[] | undefined): Json[] | undefined {
  const entries = spec?.filter(isObject).filter((entry) => entry.event_type !== undefined && 'window_days' in entry);
  return entries && entries.length > 0 ? entries : undefined;
}

export function checkAttribution({ attribution_spec: spec, optimization_goal: goal }: AdSetData): void {
  if (spec === undefined) return;
  const entries = spec.filter(isObject);
  const days = (event: string) => Number(entries.find((entry) => entry.event_type === event)?.window_days ?? 0);
  const known = entries.every((entry) => WINDOWS[String(entry.event_type)]?.includes(Number(entry.window_days)));
  const counts = isConversionGoal(goal) || goal === 'APP_INSTALLS';
  const fits = counts ? days('CLICK_THROUGH') > 0 : days('CLICK_THROUGH') === 1 && entries.length === 1;
  if (known && fits) return;
  const pairs = counts ? '(1, 0), (7, 0), (1, 1), (7, 1)' : '(1, 0)';
  throw ruleBroken(
    1885501,
    'Invalid Attribution Window',
    `For goal ${goal} the days after a click and after a view can be: ${pairs}.`,
    ['attribution_spec'],
  );
}

export function checkFrequency({ frequency_control_specs: specs, optimization_goal: goal }: AdSetData): void {
  if (specs === undefined || specs.length === 0) return;
  const refuse = (message: string): GraphError =>
    ruleBroken(undefined, 'Invalid Frequency Control', message, ['frequency_control_specs']);
  if (goal !== 'REACH' && goal !== 'THRUPLAY') throw refuse('Only goals REACH and THRUPLAY take a frequency cap.');
  const within = (value: unknown) => Number.isInteger(Number(value)) && Number(value) >= 1 && Number(value) <= 90;
  for (const spec of specs) {
    if (!isObject(spec) || spec.event !== 'IMPRESSIONS') throw refuse('event must be IMPRESSIONS.');
    if (!within(spec.interval_days) || !within(spec.max_frequency))
      throw refuse('interval_days and max_frequency must lie between 1 and 90.');
  }
}

/** Hours of the day: only where the platform can spread a budget over the whole run. */
export function checkDayParts(campaign: CampaignData, adSet: AdSetData): void {
  const blocks = adSet.adset_schedule ?? [];
  if (blocks.length === 0) return;
  const refuse = (message: string): GraphError =>
    ruleBroken(undefined, 'Invalid Ad Schedule', message, ['adset_schedule']);
  if (adSet.lifetime_budget === undefined && campaign.lifetime_budget === undefined)
    throw refuse('A schedule needs a lifetime budget.');
  if (!adSet.pacing_type?.includes('day_parting')) throw refuse('A schedule needs pacing_type ["day_parting"].');
  const taken = new Set<string>();
  for (const block of blocks) {
    if (!isObject(block)) throw refuse('adset_schedule must hold objects.');
    for (const hour of hoursOf(block, refuse)) {
      if (taken.has(hour)) throw refuse('Blocks must not overlap.');
      taken.add(hour);
    }
  }
}

function hoursOf(block: Json, refuse: (message: string) => GraphError): string[] {
  const [start, end] = [Number(block.start_minute), Number(block.end_minute)];
  const days = Array.isArray(block.days) ? block.days.map(Number) : [];
  const isHour = (minute: number) => Number.isInteger(minute / 60) && minute >= 0 && minute <= 1440;
  if (!isHour(start) || !isHour(end) || end - start < 60)
    throw refuse('start_minute and end_minute must be whole hours from 0 to 1440, at least one hour apart.');
  if (days.length === 0 || !days.every((day) => Number.isInteger(day) && day >= 0 && day <= 6))
    throw refuse('days must hold 0 (Sunday) to 6.');
  if (!['USER', 'ADVERTISER', undefined].includes(block.timezone_type as string | undefined))
    throw refuse('timezone_type must be one of {USER, ADVERTISER}.');
  const hours = Array.from({ length: (end - start) / 60 }, (_, index) => start / 60 + index);
  return days.flatMap((day) => hours.map((hour) => `${day} ${hour}`));
}

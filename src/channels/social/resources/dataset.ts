import { z } from 'zod';
import type { ConversionQuality, Destination } from '../../../tools/conversions/conversions.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, accountNode, type SocialClient } from '../client.ts';
import { kind } from '../wire.ts';
import { isoTime } from './fields.ts';

/** Datasets, which the platform also calls pixels, as destinations of events. */
const DATASETS = kind(
  'adspixels',
  z.object({
    id: z.string(),
    name: z.string().optional(),
    is_unavailable: z.boolean().optional(),
    last_fired_time: z.string().optional(),
  }),
);
const CustomConversion = z.object({
  id: z.string(),
  account_id: z.string().optional(),
  name: z.string().default(''),
  description: z.string().optional(),
  pixel: z.object({ id: z.string() }).optional(),
  rule: z.string().optional(),
  custom_event_type: z.string().optional(),
  default_conversion_value: z.number().optional(),
  is_archived: z.boolean().optional(),
  first_fired_time: z.string().optional(),
  last_fired_time: z.string().optional(),
});
export type CustomConversion = z.infer<typeof CustomConversion>;
export const CUSTOM_CONVERSIONS = kind('customconversions', CustomConversion, { pixel: 'id' });

/** The account's datasets, which take events, and its custom conversions, which count some of those. */
export async function destinationsOf(client: SocialClient, account: string): Promise<Destination[]> {
  const found: Destination[] = [];
  for await (const datasets of client.pages(DATASETS, accountNode(account), {}, account))
    for (const { id, name = '', is_unavailable, last_fired_time } of datasets)
      found.push(
        withoutUnset({
          id,
          name,
          kind: 'dataset',
          status: is_unavailable ? 'UNAVAILABLE' : 'ACTIVE',
          tag: { id, awaited: !is_unavailable },
          closed: is_unavailable ? 'the platform calls it unavailable' : undefined,
          last_received: isoTime(last_fired_time),
        }),
      );
  for await (const conversions of client.pages(CUSTOM_CONVERSIONS, accountNode(account), {}, account))
    for (const { id, name, pixel, is_archived, custom_event_type, last_fired_time } of conversions)
      found.push(
        withoutUnset({
          id,
          name,
          kind: 'custom_conversion',
          status: is_archived ? 'ARCHIVED' : 'ACTIVE',
          events: custom_event_type === undefined ? undefined : [custom_event_type],
          closed: `it counts events of its dataset by a rule: send them to the dataset ${pixel?.id ?? ''}`.trim(),
          last_received: isoTime(last_fired_time),
        }),
      );
  return found;
}

const Coverage = z.object({ percentage: z.number() });
const WebQuality = z.object({
  event_name: z.string(),
  event_match_quality: z
    .object({
      composite_score: z.number().optional(),
      match_key_feedback: z.array(z.object({ identifier: z.string(), coverage: Coverage })).default([]),
      diagnostics: z
        .array(
          z.object({
            name: z.string(),
            description: z.string().default(''),
            solution: z.string().default(''),
            affected_event_count: z.number().optional(),
          }),
        )
        .default([]),
    })
    .optional(),
});
const DatasetQuality = z.object({ web: z.array(WebQuality).default([]) });

const QUALITY_FIELDS =
  'web{event_name,event_match_quality{composite_score,match_key_feedback{identifier,coverage{percentage}},diagnostics{name,description,solution,affected_event_count}}}';

/** The platform's score of ten for each kind of event, and how many of its events had each key of a person. */
export async function qualityOf(
  client: SocialClient,
  { account, destination }: { account: string; destination: Destination },
): Promise<ConversionQuality> {
  const query = { dataset_id: destination.id, fields: QUALITY_FIELDS };
  const { web } = await client.get(pathOf`/${API_VERSION}/dataset_quality`, query, DatasetQuality, account);
  const told = web.flatMap(({ event_name: event, event_match_quality: quality }) =>
    quality ? [{ event, quality }] : [],
  );
  return {
    measures: told.flatMap(({ event, quality: { composite_score, match_key_feedback } }) => [
      ...(composite_score === undefined
        ? []
        : [{ name: 'event_match_quality', value: composite_score, of: 10, event }]),
      ...match_key_feedback.map(({ identifier, coverage: { percentage: value } }) => ({
        name: `${identifier}_coverage`,
        value,
        of: 100,
        event,
      })),
    ]),
    diagnostics: told.flatMap(({ event, quality: { diagnostics } }) =>
      diagnostics.map(({ name, description, solution, affected_event_count: count }) =>
        withoutUnset({ kind: name, count, meaning: `${event}: ${description} ${solution}`.trim() }),
      ),
    ),
    notes: ['The platform tells this of web events only, and about a day late.'],
  };
}

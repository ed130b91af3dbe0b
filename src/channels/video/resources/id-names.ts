import type { VideoClient } from '../client.ts';
import { type AdGroup, AUDIENCES, PIXELS, PlaceTags } from '../wire.ts';

/** Places in one question. */
const PLACES_PER_CALL = 1000;
/** Audiences in one question. */
const AUDIENCES_PER_CALL = 100;

/**
 * Names of the places, audiences and pixels that ad groups mention by id. A kind whose names cannot be read is left out: the
 * list itself is worth more than its names.
 */
export async function namesFor(
  client: VideoClient,
  account: string,
  groups: readonly AdGroup[],
): Promise<Record<string, string>> {
  const ids = (of: (group: AdGroup) => readonly (string | null | undefined)[]) => [
    ...new Set(groups.flatMap(of).filter((id): id is string => Boolean(id))),
  ];
  const found = await Promise.allSettled([
    placeNames(
      client,
      account,
      ids(({ location_ids, zipcode_ids }) => [...(location_ids ?? []), ...(zipcode_ids ?? [])]),
    ),
    audienceNames(
      client,
      account,
      ids((group) => [...(group.audience_ids ?? []), ...(group.excluded_audience_ids ?? [])]),
    ),
    pixelNames(
      client,
      account,
      ids(({ pixel_id }) => [pixel_id]),
    ),
  ]);
  return Object.fromEntries(found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
}

type Named = (readonly [id: string, name: string])[];

async function placeNames(client: VideoClient, account: string, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const query = {
    scene: 'GEO',
    objective_type: 'TRAFFIC',
    placements: ['PLACEMENT_TIKTOK'],
    targeting_ids: ids.slice(0, PLACES_PER_CALL),
  };
  const { targeting_tag_list } = await client.ask('tool/targeting/info', query, PlaceTags, account);
  return targeting_tag_list.flatMap(({ name, geo }) => (geo ? [[geo.geo_id, name] as const] : []));
}

async function audienceNames(client: VideoClient, account: string, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const kind = { ...AUDIENCES, query: { custom_audience_ids: ids.slice(0, AUDIENCES_PER_CALL) } };
  return (await client.all(kind, account)).map(({ audience_id, name }) => [audience_id, name] as const);
}

async function pixelNames(client: VideoClient, account: string, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const pixels = await client.all(PIXELS, account);
  return pixels.filter(({ pixel_id }) => ids.includes(pixel_id)).map((one) => [one.pixel_id, one.pixel_name] as const);
}

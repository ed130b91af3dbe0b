import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { dayOf } from '../../../tools/days.ts';
import type { VideoClient } from '../client.ts';

const PIXELS_MAX = 10;

const Text = z.string().nullish();
const Count = z.number().nullish();
const EventStatistics = z.object({
  list: z.array(
    z.object({
      pixel_id: z.string(),
      statistics: z
        .array(
          z.object({
            pixel_event_type: Text,
            custom_event_type: Text,
            attributed_count: Count,
            total_count: Count,
            browser_event_total_count: Count,
            server_event_total_count: Count,
          }),
        )
        .nullish(),
    }),
  ),
});
type EventStatistics = z.infer<typeof EventStatistics>;

/** Events of a pixel over some days; the platform counts whole days of UTC. */
export interface PixelStatistics {
  total: Counted;
  byEvent: readonly (Counted & { event: string })[];
}

interface Counted {
  events: number;
  attributed: number;
  from_browser: number;
  from_server: number;
}

export async function pixelStatistics(
  client: VideoClient,
  account: string,
  pixels: readonly string[],
  days: number,
): Promise<Map<string, PixelStatistics>> {
  const now = client.session.platformNow();
  const date_range = { start_date: dayOf(now - (days - 1) * DAY_MS), end_date: dayOf(now) };
  const found = new Map<string, PixelStatistics>();
  for (let at = 0; at < pixels.length; at += PIXELS_MAX) {
    const query = { pixel_ids: pixels.slice(at, at + PIXELS_MAX), date_range };
    const { list } = await client.get('pixel/event/stats', query, EventStatistics, account);
    for (const { pixel_id, statistics } of list) found.set(pixel_id, added(statistics ?? []));
  }
  return found;
}

function added(rows: readonly NonNullable<EventStatistics['list'][number]['statistics']>[number][]): PixelStatistics {
  const byEvent = rows.map((row) => ({
    event: row.pixel_event_type || row.custom_event_type || 'UNKNOWN',
    events: row.total_count ?? 0,
    attributed: row.attributed_count ?? 0,
    from_browser: row.browser_event_total_count ?? 0,
    from_server: row.server_event_total_count ?? 0,
  }));
  const total = byEvent.reduce<Counted>(
    (sum, one) => ({
      events: sum.events + one.events,
      attributed: sum.attributed + one.attributed,
      from_browser: sum.from_browser + one.from_browser,
      from_server: sum.from_server + one.from_server,
    }),
    { events: 0, attributed: 0, from_browser: 0, from_server: 0 },
  );
  return { total, byEvent };
}

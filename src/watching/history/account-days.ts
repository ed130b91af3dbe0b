import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import type { Reading } from '../../reports/fan-out.ts';
import type { RowsRead } from '../../tools/report/background.ts';
import type { Days } from '../../tools/report/period.ts';
import type { KeptDay } from './kept-reading.ts';

/** What adds up over days. People do not, and are not kept. */
const SUMS = ['cost', 'impressions', 'clicks', 'conversions', 'conversion_value', 'link_clicks', 'video_views'];
/** How often a report that the platform makes in the background is asked for; each time waits for a minute. */
const ASKED_MAX = 5;

/** What a platform says of all campaigns of an account, day by day. */
export interface DaysRead {
  sums: readonly string[];
  rows: KeptDay[];
  /** The campaigns' names as far as the rows tell them. */
  names: ReadonlyMap<string, string>;
}

/** Every row or an error: a row that is missing would count as a day without activity. */
export async function readDays(reading: Reading, days: Days): Promise<DaysRead> {
  const { reporting, client, account, signal } = reading;
  const sums = SUMS.filter((name) => (reporting.metrics.names as readonly string[]).includes(name));
  const ask = { level: 'campaign', days, byDay: true, metrics: sums } as const;
  const { source } = reporting.report(client, account, ask, { progress: () => {}, signal });
  const rows: KeptDay[] = [];
  const names = new Map<string, string>();
  const turns = new Turns(signal);
  for await (const items of pagesOf((position) => source.rows({ days }, position), reading.place.channel.name))
    await turns.map(items, (raw) => {
      const { segments, ...about } = source.about(raw);
      const { id, name } = about[reporting.levels.campaign.kind] as { id: string; name: string };
      if (name) names.set(id, name);
      rows.push({ campaign: id, day: String(segments.date), parts: source.selection.read(raw) });
    });
  return { sums, rows, names };
}

async function* pagesOf(
  read: (position: string | undefined) => Promise<RowsRead<unknown>>,
  channel: string,
): AsyncGenerator<unknown[]> {
  let position: string | undefined;
  let waited = 0;
  do {
    const { items, next, background } = await read(position);
    yield items;
    const isWaiting = background?.ready === false;
    if (isWaiting && ++waited === ASKED_MAX) throw notReady(channel);
    if (!isWaiting && items.length === 0 && next === position) return;
    position = next;
  } while (position !== undefined);
}

function notReady(channel: string): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: `The ${channel} platform has not finished the report in ${ASKED_MAX} minutes.`,
    nextStep: 'It is asked again later.',
    retryable: true,
  });
}

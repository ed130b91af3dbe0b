import type { ConversionQuality } from '../../../tools/conversions/conversions.ts';
import type { SearchClient } from '../client.ts';
import type { IngestStatus } from '../wire.ts';

/** Requests that are asked about; the newest ones say most. */
const REQUESTS_MAX = 50;

/** What the platform's reasons mean, without the words that all of them begin with. */
const MEANINGS: Readonly<Record<string, string>> = {
  INVALID_GCLID: 'click.gclid is no click of the platform: it was changed, cut off or made up',
  INVALID_GBRAID: 'click.gbraid is no click of the platform',
  INVALID_WBRAID: 'click.wbraid is no click of the platform',
  OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER: 'the click belongs to an ad of another account',
  EVENT_TOO_OLD: "the click is older than the conversion action's click window",
  DENIED_CONSENT: 'the person did not agree to ads by their data',
  NO_CONSENT: 'consent was not told, and the person is in Europe',
  UNKNOWN_CONSENT: 'consent was not told, and the person is in Europe',
  DUPLICATE_GCLID: 'the conversion action counts one conversion a click, and had this click before',
  DUPLICATE_TRANSACTION_ID: 'the event_id was counted before',
  ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID:
    'gbraid and wbraid need a conversion action that counts every conversion',
  DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED: 'the terms for customer data are not accepted',
  INVALID_EVENT: 'the event could not be used, such as one before its click',
};

const REPEATS = ['DUPLICATE_GCLID', 'DUPLICATE_TRANSACTION_ID'];

/** What became of the events of the last requests, as far as the platform has worked on them. */
export async function quality(
  client: SearchClient,
  { references }: { references: readonly string[] },
): Promise<ConversionQuality> {
  const statuses: IngestStatus[] = [];
  for (const reference of references.slice(0, REQUESTS_MAX)) statuses.push(...(await client.ingestStatus(reference)));
  const done = statuses.filter(({ requestStatus }) => requestStatus !== 'PROCESSING');
  const events = done.reduce((sum, { eventsIngestionStatus }) => sum + Number(eventsIngestionStatus.recordCount), 0);
  const counts = countsIn(done);
  const failed = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const repeats = REPEATS.reduce((sum, reason) => sum + (counts.get(reason) ?? 0), 0);
  const open = statuses.length - done.length;
  return {
    measures: events > 0 ? [{ name: 'events that can count', value: events - failed, of: events }] : [],
    diagnostics: [...counts].map(([kind, count]) => ({
      kind,
      count,
      meaning: MEANINGS[kind] ?? 'see the documentation of the platform',
    })),
    ...(events > 0 && { dedup_rate: repeats / events }),
    notes: [
      ...(references.length === 0 ? ['Nothing was sent from here in these days.'] : []),
      ...(open > 0 ? [`The platform still works on ${open} requests: it takes from half an hour to a day.`] : []),
      ...(references.length > REQUESTS_MAX ? [`Only the last ${REQUESTS_MAX} requests were asked about.`] : []),
    ],
  };
}

function countsIn(statuses: readonly IngestStatus[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { errorInfo } of statuses)
    for (const { reason, recordCount } of errorInfo?.errorCounts ?? []) {
      const kind = reason.replace(/^PROCESSING_ERROR_(REASON_)?/, '');
      counts.set(kind, (counts.get(kind) ?? 0) + Number(recordCount));
    }
  return counts;
}

import { z } from 'zod';
import { Turns } from '../event-loop/turns.ts';
import { nextCursor } from '../tools/listing.ts';
import { Money } from '../tools/money.ts';
import { ReadyCall } from '../tools/ready-call.ts';
import type { Currency, Shown } from '../tools/report/metrics.ts';
import type { Days } from '../tools/report/period.ts';
import { readRows } from './channel-rows.ts';
import { lastDayOf } from './days.ts';
import type { ReportContext } from './fan-out.ts';
import { Missing } from './missing-sources.ts';
import { hoursApart, notesOf } from './notes.ts';
import type { PageQuestion } from './question.ts';
import { Asking, nextCursorOf, type Page, type PageRow, type ReadAccount } from './read-page.ts';
import { RowFilter } from './row-filter.ts';
import { inWorkspaces, sourcesOf, sourcesOutput } from './sources.ts';
import { addedUp, byCurrency, type Rates, shownMetrics } from './totals.ts';
import { isMoney, metricValue } from './vocabulary.ts';

const Metrics = z.record(z.string(), z.unknown());

export const rowIdentity = {
  workspaceId: z.string().optional(),
  workspace: z.string().optional(),
  channel: z.string(),
  mode: z.enum(['sandbox', 'live']),
  account: z.string().optional().describe('Not of channels, nor the next two'),
  account_name: z.string().optional(),
  time_zone: z.string().optional(),
  accounts: z.number().optional().describe('Of a channel: how many are added up'),
  currency: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }).optional().describe('Of ad groups and ads, where told'),
  objective: z.string().optional().describe('Where the platform has one for campaigns'),
  entity: z.object({
    kind: z.string(),
    id: z.string(),
    name: z.string(),
    status: z.string(),
    shown_as: z.string().optional(),
    budget: Money.extend({ period: z.enum(['DAILY', 'LIFETIME']), shared: z.boolean().optional() }).optional(),
  }),
  segments: z.record(z.string(), z.string()),
};

/** The parts beside the rows of every report over several channels. */
export const besidesRows = {
  ...sourcesOutput,
  missing: z.array(Missing),
  partial: z.boolean().describe('Something that was asked for is missing'),
  hours_apart: z.number().describe('Between the days of the accounts'),
  notes: z.array(z.string()),
  next_calls: z.array(ReadyCall.extend({ channel: z.string() })),
  ...nextCursor,
};

export const reportOutput = {
  rows: z.array(
    z.object({
      ...rowIdentity,
      metrics: Metrics,
      converted: Metrics.optional(),
      marks: z
        .array(z.enum(['incomplete', 'few_conversions', 'cut']))
        .optional()
        .describe('cut: the days asked for hold a part of this week or month'),
    }),
  ),
  totals: z
    .array(
      z.object({
        currency: z.string(),
        metrics: Metrics,
        partial: z.boolean(),
        rates: z.array(z.record(z.string(), z.string())).optional(),
        native: z.array(z.object({ currency: z.string(), metrics: Metrics })).optional(),
      }),
    )
    .describe('One a currency'),
  ...besidesRows,
};

/** With fewer conversions, the cost of one says nothing. */
export const CONVERSIONS_MIN = 30;

export async function report(question: PageQuestion, context: ReportContext) {
  const page = await readRows(question, context);
  const { names, rates, order } = new Asking(question);
  const partial = isPartial(page.missing, question);
  const turns = new Turns(context.signal);
  const shown = {
    rows: await turns.map(page.rows, (row) => shownRow(row, question, names, rates)),
    totals: totalsOf(page.accounts, names, rates, partial),
    ...aroundRows(page, question, context, partial),
    notes: [...notesOf(page.accounts, names, rates ? undefined : order), ...filterNotes(question)],
    ...nextCursorOf(question, page.next),
  };
  // Writing the reply takes a turn as well.
  await turns.pause();
  return shown;
}

export function filterNotes(question: PageQuestion): string[] {
  return new RowFilter(question).isOpen
    ? []
    : ['Totals are of all rows that pass the filters, on every page; people (reach) are not added up.'];
}

/** A channel without a connection is mentioned, and counts as missing only where it was asked for. */
export function isPartial(missing: readonly Missing[], { channels }: Pick<PageQuestion, 'channels'>): boolean {
  return missing.some(({ code, channel }) => code !== 'not_connected' || channels?.includes(channel));
}

export function aroundRows(
  { rows, accounts, missing }: Pick<Page, 'rows' | 'accounts' | 'missing'>,
  { workspaces, level }: PageQuestion,
  { now }: Pick<ReportContext, 'now'>,
  partial: boolean,
) {
  return {
    ...sourcesOf(accounts, workspaces, now()),
    missing: missing.map((line) => inWorkspaces(line, workspaces)),
    partial,
    hours_apart: hoursApart(accounts),
    next_calls: nextCalls(rows, level, workspaces),
  };
}

export function identityOf(row: PageRow, { level, workspaces }: PageQuestion) {
  const { reading, id, name, segments, entity, campaign, accounts } = row;
  const { place, account, reporting } = reading;
  const { kind, shownAs } = level === 'channel' ? { kind: level, shownAs: level } : reporting.levels[level];
  const isBelow = level === 'ad_group' || level === 'ad';
  const above = campaign?.name ? campaign : (entity?.campaign ?? campaign);
  const objective = campaign?.objective ?? entity?.objective;
  return inWorkspaces(
    {
      workspaceId: place.workspace.id,
      workspace: place.workspace.name,
      channel: place.channel.name,
      mode: place.mode,
      ...(level === 'channel'
        ? { accounts }
        : { account: account.id, account_name: account.name, time_zone: account.timeZone }),
      currency: account.currency.code,
      ...(isBelow && above && { campaign: { id: above.id, name: above.name } }),
      ...(objective && { objective }),
      entity: {
        kind,
        id,
        name: entity?.name || name,
        status: entity?.status ?? 'UNKNOWN',
        ...(shownAs.toLowerCase() !== kind.replaceAll('_', ' ') && { shown_as: shownAs }),
        ...(entity?.budget && { budget: entity.budget }),
      },
      segments,
    },
    workspaces,
  );
}

function shownRow(row: PageRow, question: PageQuestion, names: readonly string[], rates: Rates | undefined) {
  const { currency } = row.reading.account;
  const marks = marksOf(row, question, names);
  return {
    ...identityOf(row, question),
    metrics: shownMetrics(row.parts, names, currency),
    ...(rates && { converted: convertedAmounts(row, names, rates) }),
    ...(marks.length > 0 && { marks }),
  };
}

function convertedAmounts({ parts, reading }: PageRow, names: readonly string[], rates: Rates): Record<string, Shown> {
  const { currency } = reading.account;
  return shownMetrics(rates.parts(parts, currency.code), names.filter(isMoney), rates.currency([currency]));
}

export function marksOf({ parts, window, segments }: PageRow, { by }: PageQuestion, names: readonly string[]) {
  const lastDay = lastDayOf(Object.values(segments)[0] ?? '', by, window.days);
  const conversions = metricValue(parts, 'conversions') ?? 0;
  return [
    ...(window.isIncomplete && lastDay > window.completeUntil ? (['incomplete'] as const) : []),
    ...(isCut(segments, by, window.days) ? (['cut'] as const) : []),
    ...(names.includes('cost_per_conversion') && conversions < CONVERSIONS_MIN ? (['few_conversions'] as const) : []),
  ];
}

/** A week or a month that begins before the days asked for, or ends after them. */
function isCut(segments: Record<string, string>, by: PageQuestion['by'], { start_date, end_date }: Days): boolean {
  const start = Object.values(segments)[0] ?? '';
  if (by === 'none' || by === 'day' || start === '') return false;
  return start < start_date || lastDayOf(start, by, { end_date: '9999-12-31' }) > end_date;
}

/** Sums of each currency; with rates, one sum of all with its parts beside it. */
function totalsOf(
  accounts: readonly ReadAccount[],
  names: readonly string[],
  rates: Rates | undefined,
  partial: boolean,
) {
  const totals = accounts.map(totalOf);
  const native = byCurrency(totals).map(([currency, group]) => ({
    currency: currency.code,
    metrics: shownMetrics(addedUp(group, names), names, currency),
  }));
  if (!rates) return native.map((one) => ({ ...one, partial }));
  const currency = rates.currency(totals.map((one) => one.currency));
  const converted = convertedTotals(accounts, rates, currency);
  const metrics = shownMetrics(addedUp(converted, names), names, currency);
  return [{ currency: currency.code, metrics, partial, rates: rates.given.map((rate) => ({ ...rate })), native }];
}

export function totalOf({ reading: { place, account }, parts }: ReadAccount) {
  return { channel: place.channel.name, currency: account.currency, parts };
}

/** Whole sums are converted, not rows: each is rounded once. */
export function convertedTotals(accounts: readonly ReadAccount[], rates: Rates, currency: Currency) {
  return accounts.map(totalOf).map((one) => ({ ...one, currency, parts: rates.parts(one.parts, one.currency.code) }));
}

const ROWS_WITH_CALLS = 3;

/** Changes that could be made to the first rows, as calls that are ready for the named channel. */
function nextCalls(rows: readonly PageRow[], level: PageQuestion['level'], workspaces: 'all' | undefined) {
  const seen = new Set<string>();
  if (level === 'channel') return [];
  return rows
    .filter(({ reading, id }) => {
      const known = `${reading.place.channel.name} ${id}`;
      return !seen.has(known) && seen.add(known) && seen.size <= ROWS_WITH_CALLS;
    })
    .flatMap(({ reading: { reporting, account, place }, id, entity }) => {
      if (!entity) return [];
      const target = {
        ...entity,
        level,
        account: account.id,
        id,
        ...(account.through && { through: account.through }),
      };
      return reporting.changes(target).map((call) => ({
        channel: place.channel.name,
        ...call,
        arguments: { ...call.arguments, ...(workspaces === 'all' && { workspaceId: place.workspace.id }) },
      }));
    });
}

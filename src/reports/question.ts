import { z } from 'zod';
import type { Problem } from '../errors.ts';
import { Day, oneLine } from '../tools/fields.ts';
import { listArguments } from '../tools/listing.ts';
import { Currency } from '../tools/money.ts';
import { type Order, orderOf } from '../tools/report/arguments.ts';
import { DEFAULT_METRICS } from '../tools/report/metrics.ts';
import { DEFAULT_RANGE, daysOf, givenDays, lengthOf, periodArguments, periodProblems } from '../tools/report/period.ts';
import { REPORT_LEVELS } from '../tools/report/reporting.ts';
import { filterArguments, filterProblems } from './row-filter.ts';
import { MetricName, metricHere, VOCABULARY } from './vocabulary.ts';

const Rate = z.strictObject({
  from: Currency.describe('One of this'),
  to: Currency.describe('is worth rate of this'),
  rate: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((text) => /^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) > 0, 'must be a positive decimal number')
    .describe('Decimal, e.g. 1.0834'),
  date: Day.describe('Of which day the rate is'),
  source: oneLine(200).describe('Who says so'),
});
export type Rate = z.output<typeof Rate>;

/** Which connections and accounts a question is about. */
export const scopeArguments = {
  channels: z
    .array(z.string().max(50).toLowerCase())
    .min(1)
    .max(20)
    .optional()
    .describe('All connected ones when left out'),
  workspaces: z.enum(['all']).optional().describe('Every workspace, for organization-wide keys'),
};

/** Words of single platforms that can mean one level only; `campaign` alone is two different ones. */
const PLATFORM_LEVELS = new Map<unknown, string>([
  ['advertiser', 'account'],
  ['campaign_group', 'campaign'],
  ['ad_set', 'ad_group'],
  ['adset', 'ad_group'],
  ['creative', 'ad'],
]);

/** The arguments of `report` and of the tools built on it. */
export const questionArguments = {
  ...scopeArguments,
  accounts: z
    .array(oneLine(80))
    .min(1)
    .max(500)
    .optional()
    .describe('Ids, or channel:id; every account in reach when left out'),
  level: z
    .preprocess(
      (given) => PLATFORM_LEVELS.get(given) ?? given,
      z.enum(['channel', ...REPORT_LEVELS]).default('campaign'),
    )
    .describe('What a row is about'),
  ...periodArguments(),
  by: z.enum(['none', 'day', 'week', 'month']).default('none').describe('One row for each of these, weeks from Monday'),
  metrics: z
    .array(MetricName)
    .min(1)
    .max(20)
    .optional()
    .describe(`${DEFAULT_METRICS.join(', ')} when left out`),
  order_by: z
    .string()
    .max(100)
    .transform((order) => order.replace(/\w+/, metricHere))
    .optional()
    .describe('`metric` or `metric DESC`; cost DESC, or by time, when left out'),
  ...filterArguments,
  convert_to: Currency.optional().describe('Adds all currencies up in this one; needs rates'),
  rates: z.array(Rate).min(1).max(50).optional().describe('One for each other currency; echoed'),
  include_incomplete: z.boolean().default(false).describe('Today and days still being counted too, marked'),
  fresh: z.boolean().default(false).describe('Ask the platforms again instead of using numbers read within the hour'),
};

export const pageArguments = listArguments(100);

const asked = z.object(questionArguments);
export type Question = Omit<z.output<typeof asked>, 'order_by'> & {
  order_by?: string | undefined;
};

export interface PageQuestion extends Question {
  limit: number;
  cursor?: string | undefined;
}

/** The metrics to show: the chosen or the usual ones, and the one that rows are ordered by. */
export function metricsOf({ metrics, order_by }: Pick<Question, 'metrics' | 'order_by'>): string[] {
  const by = orderOf(order_by)?.by;
  return [...new Set([...(metrics ?? DEFAULT_METRICS), ...(by ? [by] : [])])];
}

/** By cost, the highest first, where no order was asked for. */
export function orderFor(question: Pick<Question, 'metrics' | 'order_by'>): Order {
  const names = metricsOf(question);
  return orderOf(question.order_by) ?? { by: names.includes('cost') ? 'cost' : names[0]!, descending: true };
}

export function questionProblems(args: Question & { workspaceId?: string | undefined }): Problem[] {
  const { order_by, date_range, include_incomplete, workspaces, workspaceId } = args;
  const problems: Problem[] = [...periodProblems(args), ...rateProblems(args)];
  if (order_by !== undefined && !(VOCABULARY.names as readonly string[]).includes(orderOf(order_by)?.by ?? ''))
    problems.push({
      field: 'order_by',
      message: `must be a metric, alone or followed by ASC or DESC, such as "cost DESC"; they are ${VOCABULARY.names.join(', ')}`,
      allowed_values: VOCABULARY.names,
    });
  if (date_range === 'TODAY' && !include_incomplete)
    problems.push({ field: 'date_range', message: 'TODAY is not over: it needs include_incomplete: true' });
  problems.push(...stepProblems(args), ...filterProblems(args));
  if (workspaces !== undefined && workspaceId !== undefined)
    problems.push({ field: 'workspaces', message: 'cannot be given together with workspaceId' });
  return problems;
}

/** Each is a report of its own on every platform. */
const STEPS_MAX = 60;

function stepProblems(args: Question): Problem[] {
  if (args.by !== 'week' && args.by !== 'month') return [];
  const days = givenDays(args) ?? daysOf(args.date_range ?? DEFAULT_RANGE, '2026-01-01');
  if (lengthOf(days) <= STEPS_MAX * (args.by === 'week' ? 7 : 30)) return [];
  return [{ field: 'by', message: `${args.by} makes more than ${STEPS_MAX} spans of these days; ask for fewer days` }];
}

function rateProblems({ convert_to, rates }: Pick<Question, 'convert_to' | 'rates'>): Problem[] {
  if (convert_to !== undefined && rates === undefined)
    return [{ field: 'rates', message: 'is required with convert_to: we know no rates and guess none' }];
  if (rates === undefined) return [];
  if (convert_to === undefined) return [{ field: 'convert_to', message: 'is required with rates' }];
  const twice = rates.find(({ from }, at) => rates.findIndex((one) => one.from === from) !== at);
  return [
    ...rates
      .filter(({ to }) => to !== convert_to)
      .map(({ from, to }) => ({ field: 'rates', message: `${from} to ${to} leads past convert_to (${convert_to})` })),
    ...(twice ? [{ field: 'rates', message: `has two rates from ${twice.from}` }] : []),
  ];
}

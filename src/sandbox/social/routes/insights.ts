import { DAY_MS, SECOND_MS } from '../../../ambient.ts';
import { fromArray, type Source } from '../../paging.ts';
import { GraphError } from '../errors.ts';
import { createNode, NOT_CONTENT } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, type Row } from '../graph/operation.ts';
import { Params } from '../graph/params.ts';
import { type InsightsQuery, readQuery } from '../insights/query.ts';
import { checkSynchronous, rowsOf, scopeOf, summaryOf } from '../insights/report.ts';
import type { GraphNode, Store } from '../state.ts';

const INSIGHTS_LIMIT = { usual: 25, most: 5000 };

function queryFor(ctx: Ctx, node: GraphNode, now = ctx.world.now()): InsightsQuery {
  const account = ctx.store.need('AdAccount', node.kind === 'AdAccount' ? node.id : node.links.account);
  return readQuery(ctx.params, node, account.data.timezone, now);
}

function readNow(ctx: Ctx, node: GraphNode): Source<Row> {
  const query = queryFor(ctx, node);
  const scope = scopeOf(ctx, node, query);
  checkSynchronous(scope);
  return fromArray(rowsOf(ctx, scope, query));
}

function startRun(ctx: Ctx, node: GraphNode, record: Recorder): unknown {
  const { weight } = scopeOf(ctx, node, queryFor(ctx, node));
  const params = [...ctx.params.entries()].filter(([name]) => !NOT_CONTENT.has(name) || name === 'fields');
  const account = node.kind === 'AdAccount' ? node.id : node.links.account!;
  const run = createNode(
    ctx,
    record,
    'AdReportRun',
    { account },
    { target: node.id, params, weight, created: ctx.world.now() },
  );
  return { report_run_id: run.id };
}

const run = ofKind('AdReportRun');
const LEAST_MS = 2 * SECOND_MS;
const MS_PER_WEIGHT = 0.01;
/** Beyond this a report run fails (error −3, subcode 1504045). */
const WEIGHT_MAX = 20_000_000;

/** Reports take time on the sandbox clock, longer when they are bigger. */
function progressOf(
  ctx: Ctx,
  { data }: GraphNode<'AdReportRun'>,
): { status: string; percent: number; completed: number } {
  const needed = LEAST_MS + data.weight * MS_PER_WEIGHT;
  const passed = ctx.world.now() - data.created;
  const percent = Math.max(0, Math.min(100, Math.floor((passed * 100) / needed)));
  const completed = data.created + needed;
  if (data.weight > WEIGHT_MAX && percent >= 50) return { status: 'Job Failed', percent: 50, completed };
  const status =
    percent >= 100 ? 'Job Completed' : percent >= 20 ? 'Job Running' : percent >= 5 ? 'Job Started' : 'Job Not Started';
  return { status, percent, completed };
}

const PROGRESS = ['account_id', 'time_ref', 'time_completed', 'async_status', 'async_percent_completion'];
const FAILURE = ['error_code', 'error_message', 'error_subcode', 'error_user_title', 'error_user_msg'];

export const runType = run.type([...PROGRESS, ...FAILURE], {
  account_id: (_, { links }) => links.account!.slice('act_'.length),
  time_ref: (_, { data }) => Math.floor(data.created / 1000),
  time_completed: (ctx, node) => {
    const { percent, completed } = progressOf(ctx, node);
    return percent === 100 ? Math.floor(completed / 1000) : undefined;
  },
  async_status: (ctx, node) => progressOf(ctx, node).status,
  async_percent_completion: (ctx, node) => progressOf(ctx, node).percent,
  is_running: (ctx, node) => !/Completed|Failed/.test(progressOf(ctx, node).status),
  error_code: (ctx, node) => (hasFailed(ctx, node) ? -3 : undefined),
  error_subcode: (ctx, node) => (hasFailed(ctx, node) ? 1504045 : undefined),
  error_message: (ctx, node) => (hasFailed(ctx, node) ? 'The report is too large' : undefined),
  error_user_title: (ctx, node) => (hasFailed(ctx, node) ? 'Report Too Large' : undefined),
  error_user_msg: (ctx, node) => (hasFailed(ctx, node) ? 'Ask for fewer days, objects or breakdowns.' : undefined),
  date_start: (ctx, node) => queryOfRun(ctx, node).query.runs[0]?.[0]?.since,
  date_stop: (ctx, node) => queryOfRun(ctx, node).query.runs.at(-1)?.at(-1)?.until,
});

function hasFailed(ctx: Ctx, node: GraphNode<'AdReportRun'>): boolean {
  return progressOf(ctx, node).status === 'Job Failed';
}

function queryOfRun(ctx: Ctx, node: GraphNode<'AdReportRun'>) {
  const target = ctx.store.find(node.data.target)!;
  const query = queryFor({ ...ctx, params: new Params(node.data.params) }, target, node.data.created);
  return { target, query };
}

/** A finished report stands as it was made; paging through it must not count everything again for each page. */
const finished = new WeakMap<Store, Map<string, Row[]>>();
const REPORTS_KEPT = 4;

const RUN_KEPT_MS = 30 * DAY_MS;

function readRun(ctx: Ctx, node: GraphNode<'AdReportRun'>): Source<Row> {
  if (ctx.world.now() - node.data.created > RUN_KEPT_MS)
    throw new GraphError(100, '(#100) The report run has expired. Start another one.');
  if (progressOf(ctx, node).percent < 100) {
    throw new GraphError(100, '(#100) Error accessing adreport job.', { transient: true });
  }
  const kept = finished.get(ctx.store) ?? new Map<string, Row[]>();
  finished.set(ctx.store, kept);
  // A sandbox that was started over gives the same ids out again.
  const key = JSON.stringify([node.id, node.data]);
  let rows = kept.get(key);
  if (!rows) {
    const { target, query } = queryOfRun(ctx, node);
    rows = rowsOf(ctx, scopeOf(ctx, target, query), query);
    kept.set(key, rows);
    if (kept.size > REPORTS_KEPT) kept.delete(kept.keys().next().value!);
  }
  return fromArray(rows);
}

const KINDS = ['AdAccount', 'Campaign', 'AdSet', 'Ad'] as const;

export const operations: Operation[] = [
  ...KINDS.flatMap((kind): Operation[] => [
    ofKind(kind).list('insights', readNow, {
      limit: INSIGHTS_LIMIT,
      summary: (ctx, node) => {
        const query = queryFor(ctx, node);
        return summaryOf(ctx, scopeOf(ctx, node, query), query);
      },
    }),
    { ...ofKind(kind).create('insights', startRun), scopes: ['ads_read', 'ads_management'] },
  ]),
  run.list('insights', readRun, { limit: INSIGHTS_LIMIT }),
];

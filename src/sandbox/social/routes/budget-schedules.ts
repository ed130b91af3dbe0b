import { fromArray } from '../../paging.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { graphTime } from '../format.ts';
import { checkStillEditable, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind } from '../graph/operation.ts';
import type { BudgetSchedule } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { zoneOf } from './campaigns.ts';

type Budgeted = GraphNode<'Campaign'> | GraphNode<'AdSet'>;

const SCHEDULES_MAX = 50;

function newSchedule({ params }: Ctx, { id, data }: Budgeted): BudgetSchedule {
  const held = data.budget_schedules ?? [];
  if (data.daily_budget === undefined)
    throw ruleBroken(undefined, 'Daily Budgets Only', 'Only a daily budget can be raised for a time.', ['time_start']);
  if (held.length >= SCHEDULES_MAX)
    throw ruleBroken(undefined, 'Too Many Schedules', `A budget has at most ${SCHEDULES_MAX} schedules.`);
  const [start, end, value] = [params.time('time_start'), params.time('time_end'), params.integer('budget_value')];
  const type = params.oneOf('budget_value_type', ['ABSOLUTE', 'MULTIPLIER']);
  if (start === undefined) throw badParameter('The parameter time_start is required', 'time_start');
  if (end === undefined || end <= start) throw badParameter('Param time_end must be after time_start', 'time_end');
  if (value === undefined || value <= 0) throw badParameter('Param budget_value must be positive', 'budget_value');
  if (type === undefined) throw badParameter('The parameter budget_value_type is required', 'budget_value_type');
  return {
    id: `${id}${held.length + 1}`,
    budget_value: value,
    budget_value_type: type,
    recurrence_type: params.oneOf('recurrence_type', ['ONE_TIME', 'WEEKLY']) ?? 'ONE_TIME',
    time_start: start,
    time_end: end,
  };
}

export const operations: Operation[] = (['Campaign', 'AdSet'] as const).flatMap((kind) => {
  const budgeted = ofKind<'Campaign' | 'AdSet'>(kind);
  return [
    budgeted.list('budget_schedules', (ctx, node) => {
      const zone = zoneOf(ctx, node as GraphNode);
      return fromArray(
        (node.data.budget_schedules ?? []).map((one) => ({
          ...one,
          time_start: graphTime(one.time_start, zone),
          time_end: graphTime(one.time_end, zone),
        })),
      );
    }),
    budgeted.create('budget_schedules', (ctx, node, record) => {
      checkStillEditable(node as Budgeted, ctx);
      const made = newSchedule(ctx, node as Budgeted);
      node.data = { ...node.data, budget_schedules: [...(node.data.budget_schedules ?? []), made] };
      saveNode(ctx, record, node as GraphNode, { budget_schedules: node.data.budget_schedules });
      return { id: made.id };
    }),
  ];
});

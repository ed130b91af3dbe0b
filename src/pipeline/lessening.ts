import type { RecordedChange } from '../audit/recorded-changes.ts';
import { classByDifference, type Difference, onlySpendsLess } from '../plans/action-class.ts';
import type { Plan } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import { targetOf } from '../tools/undo.ts';
import type { Job, Pipeline } from './call.ts';
import { toolOf } from './change-names.ts';
import { undoingOf } from './undo-coverage.ts';
import { folded, type OpenCall, type OpenPart } from './undo-parts.ts';

/** Whether the write itself is to be taken from the points for pauses and cuts where the others are used up. */
export function isUrgent(job: Job, maySpendLess: boolean): boolean | (() => Promise<boolean>) {
  const { tool, args, pipeline } = job;
  if (!tool.lessens) return maySpendLess;
  const { plans, history } = pipeline.desks;
  return () => tool.lessens!(args, { plans: plans(job), history: history(job) });
}

/** Whether a plan only pauses, removes or cuts. One with members makes campaigns. */
export function planLessens(pipeline: Pipeline, plan: Plan): boolean {
  const { channel, tool: name, facts } = plan;
  const tool = pipeline.tools.find((one) => one.channel.name === channel && one.name === name);
  return !facts.bulk && lessens(tool, facts.args, facts.difference);
}

/** Whether taking changes back only pauses, removes or cuts, by what is on record: the platforms are not asked. */
export function undoLessens(pipeline: Pipeline, changes: readonly RecordedChange[]): boolean {
  const { calls } = folded(
    changes.flatMap((change) => undoingOf(toolOf(pipeline, change), change).steps.map((step) => ({ change, step }))),
  );
  return (
    calls.length > 0 &&
    calls.every(({ step, change, parts }) => {
      const tool = pipeline.tools.find((one) => one.channel.name === change.channel && one.name === step.tool);
      return lessens(tool, step.call(parts.map(({ part }) => part)), differenceIn(parts));
    })
  );
}

function lessens(tool: Tool | undefined, args: Record<string, unknown>, difference: Difference): boolean {
  if (!tool || tool.spendsNothing) return false;
  return onlySpendsLess(tool, args) || classByDifference(tool, args, difference) === 'cut';
}

/** What the parts would change if everything still is as the changes left it. */
function differenceIn(parts: OpenCall['parts']): Difference {
  const rows = Map.groupBy(parts, ({ part }) => (part.isRow ? part.object : undefined));
  return Object.fromEntries(
    [...rows].flatMap(([row, own]) =>
      row === undefined
        ? own.map(({ part }) => [part.field, { from: part.to, to: targetOf(part) }] as const)
        : [[row, { from: valuesOf(own, ({ part }) => part.to), to: valuesOf(own, ({ part }) => targetOf(part)) }]],
    ),
  );
}

function valuesOf(parts: readonly OpenPart[], of: (open: OpenPart) => unknown): Record<string, unknown> {
  return Object.fromEntries(parts.map((open) => [open.part.field, of(open)]));
}

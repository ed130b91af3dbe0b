import type { RecordedChange } from '../audit/recorded-changes.ts';
import type { Tool } from '../tools/define-tool.ts';
import { isIrreversible } from '../tools/irreversible-calls.ts';
import type { LeftAlone, MadeChange, Undoing } from '../tools/undo.ts';
import { HIDDEN } from './audit-detail.ts';

const FINAL = 'The platform has no way to take this back.';
const UNSEEN =
  "The platform's answer was lost, so the value before was never seen. Look at it, and change it by itself.";
const SECRET = 'a part of the value is not recorded, because it may be a secret';

/** What undoing would leave, said before the change itself is made. */
export function cannotBeUndone(tool: Tool, args: Readonly<Record<string, unknown>>): string[] {
  if (isIrreversible(tool, args)) return [neverOf(tool) ?? FINAL];
  const rule = tool.channel.undo?.[tool.name];
  if (!rule) return [];
  if ('never' in rule) return [rule.never];
  return rule.leaves === undefined ? [] : [rule.leaves];
}

function neverOf({ channel, name }: Tool): string | undefined {
  const rule = channel.undo?.[name];
  return rule && 'never' in rule ? rule.never : undefined;
}

/** The calls that would take a change back, by the record alone. */
export function undoingOf(tool: Tool | undefined, change: RecordedChange): Undoing {
  const why = obstacle(tool, change);
  const rule = tool?.channel.undo?.[tool.name];
  if (why !== undefined || !rule || 'never' in rule) return { steps: [], left: [{ why: why ?? FINAL }] };
  return withoutSecrets(rule.undo(change as MadeChange));
}

function obstacle(tool: Tool | undefined, { outcome, args, gap }: RecordedChange): string | undefined {
  if (!tool) return 'There is no such tool any more.';
  if (outcome === 'unknown') return UNSEEN;
  const never = neverOf(tool);
  if (never !== undefined) return never;
  if (isIrreversible(tool, args)) return FINAL;
  if (!tool.channel.undo?.[tool.name]) return 'How this tool is undone is not known.';
  return gap;
}

/** A value that was recorded without its secret must not be written back. */
function withoutSecrets({ steps, left }: Undoing): Undoing {
  const isHidden = (value: unknown) => JSON.stringify(value)?.includes(HIDDEN) ?? false;
  const hidden: LeftAlone[] = [];
  const kept = steps.map((step) => ({
    ...step,
    parts: step.parts.filter(({ object, field, from }) => {
      if (isHidden(from)) hidden.push({ object, field, why: SECRET });
      return !isHidden(from);
    }),
  }));
  return { steps: kept.filter(({ parts }) => parts.length > 0), left: [...left, ...hidden] };
}

/** How much of a change can go back. */
export function coverageOf({ steps, left }: Undoing): 'full' | 'partial' | 'none' {
  if (steps.length === 0) return 'none';
  const isNearest = steps.some(({ parts }) => parts.some(({ instead }) => instead));
  return left.length > 0 || isNearest ? 'partial' : 'full';
}

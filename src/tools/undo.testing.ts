import type { MadeChange, Undoing, UndoPart, UndoTable } from './undo.ts';

/** What a channel's table says of a change that was made, and the arguments of its first call, by itself. */
export function takenBack(table: UndoTable, tool: string, change: Partial<MadeChange>): Undoing {
  const rule = table[tool];
  if (!rule || !('undo' in rule)) throw new Error(`${tool} is not taken back`);
  return rule.undo({ args: {}, ids: {}, applied: {}, rows: [], added: [], removed: [], ...change });
}

/** The calls that take a change back, those parts left out that `isLeft` names. */
export function callsBack(
  table: UndoTable,
  tool: string,
  change: Partial<MadeChange>,
  isLeft: (part: UndoPart) => boolean = () => false,
) {
  return takenBack(table, tool, change).steps.map((step) => [
    step.tool,
    step.call(step.parts.filter((part) => !isLeft(part))),
  ]);
}

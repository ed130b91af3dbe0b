import type { Tool } from '../src/tools/define-tool.ts';
import type { Applied, MadeChange, UndoRule } from '../src/tools/undo.ts';

/** Names in results of amounts and lists whose arguments are named otherwise. */
const SHOWN = ['daily_budget', 'lifetime_budget', 'total_budget', 'unit_cost', 'value', 'campaign_ids', 'options'];
/** Statuses that no argument can set. */
const STATUSES = ['ACTIVE', 'PAUSED', 'DRAFT', 'COMPLETED'];

/** How the change of a tool goes back, by the table of its channel: what is called, and what stays with the reason. */
export function undone(tool: Tool): string[] {
  const rule = tool.channel.undo?.[tool.name];
  if (!rule) return [];
  if ('never' in rule) return [`never undone: ${rule.never}`];
  const { sharedInput, input } = tool;
  const own = Object.keys(input.shape).filter((name) => !sharedInput.includes(name));
  const args = Object.fromEntries(own.filter((name) => /_ids?$/.test(name)).map((name) => [name, '7']));
  const fields = new Set([...own, ...SHOWN].filter((name) => !(name in args) || name === 'campaign_ids'));
  const made = answer(rule, args, {});
  const line = (field: string, from: string | null) => {
    const said = answer(rule, args, { [field]: { from, to: 'after' } });
    if (said === undefined || said === made || said.includes('had no value before')) return undefined;
    return `undoes ${field}${from === null ? ' that was nothing' : field === 'status' ? ` from ${from}` : ''}: ${said}`;
  };
  const lines = [
    ...(rule.leaves === undefined ? [] : [`undone, but ${rule.leaves}`]),
    ...(made === undefined ? [] : [`undoes what was made: ${made}`]),
    ...[...fields].flatMap((field) => [
      ...(field === 'status' ? STATUSES : ['before']).map((from) => line(field, from)),
      line(field, null),
    ]),
  ];
  return [...new Set(lines.filter((one) => one !== undefined))].sort();
}

/** Every object that a call has made has the id 7. */
const ids = new Proxy({}, { get: () => '7' });

function answer(rule: UndoRule, args: MadeChange['args'], applied: Applied): string | undefined {
  if (!('undo' in rule)) return undefined;
  try {
    const { steps, left } = rule.undo({ args, ids, applied, rows: [], added: [], removed: [] });
    const called = steps.map((step) => `${step.tool} ${JSON.stringify(step.call(step.parts))}`);
    const whys = steps.flatMap(({ parts }) => parts.flatMap(({ instead }) => instead?.why ?? []));
    return [...called, ...whys, ...left.map(({ why }) => `stays: ${why}`)].join('; ') || undefined;
  } catch {
    // Values of this field are more than a word.
    return undefined;
  }
}

import { type Failure, invalidArguments } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { ToolReply } from './call.ts';
import { describeTool } from './describe.ts';
import { CALL_READ_TOOL, CALL_WRITE_TOOL } from './tools-for-all-channels.ts';
import { validateArguments } from './validate.ts';
import { wholeName } from './whole-names.ts';

/** A call of `call_read_tool` or `call_write_tool`, taken apart. */
export interface NamedCall {
  /** Its own arguments, without those of the tool it names: only that tool knows how long its lists may be. */
  outer: unknown;
  inner: unknown;
}

const INNER: ReadonlySet<string> = new Set([
  'arguments',
  ...Object.entries(CALL_READ_TOOL.aliases).flatMap(([alias, of]) => (of === 'arguments' ? [alias] : [])),
]);

export function takenApart(given: unknown): NamedCall {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { outer: given, inner: {} };
  let inner: unknown = {};
  const outer = Object.entries(given).map(([name, value]: [string, unknown]) => {
    const object = INNER.has(name) ? objectOf(value) : undefined;
    inner = object ?? inner;
    return [name, object ? {} : value];
  });
  return { outer: Object.fromEntries(outer), inner };
}

/** Longer texts, or deeper ones than a body may be, are no slip of a model. */
const TEXT_CHARACTERS_MAX = 20_000;
const DEPTH_MAX = 64;

/** Some models write the inner arguments as JSON text. */
function objectOf(value: unknown): object | undefined {
  if (typeof value !== 'string') return isObject(value) ? value : undefined;
  if (value.length > TEXT_CHARACTERS_MAX || (value.match(/[[{]/g)?.length ?? 0) > DEPTH_MAX) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name in a call whose own arguments are right; undefined otherwise. */
export async function toolNamedIn(calling: Tool, { outer }: NamedCall): Promise<string | undefined> {
  try {
    return (await validateArguments(calling, outer)).tool as string;
  } catch {
    return undefined;
  }
}

/** Why the tool that was named is called by the other of the two. */
export function refusalOfKind(calling: Tool, tool: Tool): Failure | undefined {
  const fitting = tool.access === 'read' ? CALL_READ_TOOL : CALL_WRITE_TOOL;
  if (calling === fitting) return undefined;
  const kind = tool.access === 'read' ? 'only reads' : 'changes something';
  return invalidArguments(
    [{ field: 'tool', message: `${wholeName(tool)} ${kind}, and ${calling.name} does not call such tools` }],
    `Call ${fitting.name} with the same arguments. Nothing was sent.`,
  );
}

export function ambiguousTool(name: string, tools: readonly Tool[]): Failure {
  const names = tools.map(wholeName);
  return invalidArguments(
    [{ field: 'tool', message: `${name} is a tool of several channels: ${names.join(', ')}`, allowed_values: names }],
    'Name the one you mean by its whole name. Nothing was sent.',
  );
}

export function unknownTool(name: string, names: readonly string[]): Failure {
  const nearest = names.length > 0 ? `; the nearest are ${names.join(', ')}` : '';
  return invalidArguments(
    [{ field: 'tool', message: `there is no tool ${JSON.stringify(name)}${nearest}`, allowed_values: names }],
    'Name one of them, or look for another with find_tools. Nothing was sent.',
  );
}

/** The tool's own error. Where its arguments are wrong, the input schema stands beside it: no list has shown it. */
export function withSchema(reply: ToolReply, tool: Tool): ToolReply {
  if (reply.failure?.code !== 'invalid_arguments') return reply;
  const { error } = JSON.parse(reply.json) as { error: Record<string, unknown> };
  return { ...reply, json: JSON.stringify({ error: { ...error, input_schema: describeTool(tool).inputSchema } }) };
}

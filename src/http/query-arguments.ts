import { describeTool } from '../pipeline/describe.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { Query } from './exchange.ts';

interface Schema {
  type?: string;
  items?: Schema;
}

/**
 * The parameters of an address as a tool's arguments, by the types its schema gives them. Lists are repeated or separated
 * by commas; objects are JSON. A value that cannot be read stays text, and the tool refuses it by its name.
 */
export function queryArguments(tool: Tool, query: Query): Record<string, unknown> {
  const { properties = {} } = describeTool(tool).inputSchema as { properties?: Record<string, Schema> };
  return Object.fromEntries(
    Object.entries(query).map(([name, given]) => [name, argumentOf(properties[name] ?? {}, given)]),
  );
}

function argumentOf({ type, items }: Schema, given: Query[string]): unknown {
  if (type === 'array' && items?.type !== 'object') return [given ?? []].flat().flatMap((text) => text.split(','));
  if (typeof given !== 'string') return given;
  if (type === 'array') return parsed(given);
  if (type === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return type === 'integer' && /^\d+$/.test(given) ? Number(given) : given;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

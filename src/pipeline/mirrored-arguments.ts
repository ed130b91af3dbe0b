import type { Tool } from '../tools/define-tool.ts';
import { describeTool } from './describe.ts';

/**
 * An argument that clients of the newest protocol repeat in a header, so that what stands between can route by it
 * without reading the body. Declared on the argument's schema: `.meta({ 'x-mcp-header': 'Region' })`.
 */
export interface MirroredArgument {
  header: string;
  path: readonly string[];
}

const known = new WeakMap<Tool, readonly MirroredArgument[]>();

export function mirroredArguments(tool: Tool): readonly MirroredArgument[] {
  let mirrored = known.get(tool);
  if (mirrored === undefined) {
    mirrored = declaredIn(describeTool(tool).inputSchema, []);
    known.set(tool, mirrored);
  }
  return mirrored;
}

function declaredIn(schema: Record<string, unknown>, path: readonly string[]): MirroredArgument[] {
  const header = schema['x-mcp-header'];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>);
  return [
    ...(typeof header === 'string' ? [{ header, path }] : []),
    ...properties.flatMap(([name, inner]) => declaredIn(inner, [...path, name])),
  ];
}

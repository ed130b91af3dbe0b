import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tool } from '../tools/define-tool.ts';

/** A tool as agents, OpenAPI and the documentation see it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: Tool['annotations'];
}

type JsonSchema = Record<string, unknown>;

const described = new WeakMap<Tool, ToolDescription>();
/** By the schema they were made of: services of one process that wrap the same tools, as tests do, make them once. */
const written = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

export function describeTool(tool: Tool): ToolDescription {
  const known = described.get(tool);
  if (known) return known;
  const fresh: ToolDescription = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, 'input'),
    outputSchema: mayBePlanned(tool, jsonSchema(tool.output, 'output')),
    annotations: tool.annotations,
  };
  described.set(tool, fresh);
  return fresh;
}

/** A preview is answered by `plan` alone, so nothing else can be promised. */
function mayBePlanned({ access, channel }: Tool, { required, ...schema }: Record<string, unknown>) {
  return access === 'read' || !channel.needsConnection
    ? { ...schema, ...(required !== undefined && { required }) }
    : schema;
}

/** Describes tools ahead of time, one per turn of the event loop: all at once would delay the first `tools/list`. */
export async function describeBeforehand(tools: Iterable<Tool>): Promise<void> {
  for (const tool of tools) {
    describeTool(tool);
    await setImmediate();
  }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = written[io].get(schema);
  if (known) return known;
  const fresh = writeSchema(schema, io);
  written[io].set(schema, fresh);
  return fresh;
}

/** MCP takes 2020-12 for granted, so a list need not repeat it for every tool; one that names its dialect keeps it. */
function writeSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const override = io === 'output' ? openPart : shortPart;
  const whole = z.toJSONSchema(schema, { io, target: 'draft-2020-12', override });
  const { $schema: _, ...rest } = whole;
  return schema.meta()?.$schema === undefined ? rest : whole;
}

interface Part {
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** A result may gain members (a cut reply says so in one), and a client must not stumble over them. */
function openPart(part: Part): void {
  if (part.jsonSchema.additionalProperties === false) delete part.jsonSchema.additionalProperties;
  shortPart(part);
}

/** What holds for every JSON object anyway need not be read in every list. */
function shortPart({ jsonSchema: part }: Part): void {
  if (isDeepStrictEqual(part.additionalProperties, {})) delete part.additionalProperties;
  if (isDeepStrictEqual(part.propertyNames, { type: 'string' })) delete part.propertyNames;
  if (isDeepStrictEqual(part.properties, {}) && part.additionalProperties === undefined) delete part.properties;
}

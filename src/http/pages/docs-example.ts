import type { Schema } from './docs-schema.ts';

/** A call of the tool as it would be typed, with something that can stand for every required argument. */
export function curlExample(origin: string, address: string, tool: string, input: Schema): string {
  const body = {
    jsonrpc: '2.0',
    id: '1',
    method: 'tools/call',
    params: { name: tool, arguments: requiredOf(input) },
  };
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s ${origin}${address} \\\n  -H 'Authorization: Bearer sk_live_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted}'`;
}

function requiredOf(schema: Schema): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    ((schema.required ?? []) as string[]).map((name) => [name, sample(name, properties[name] ?? {})]),
  );
}

function sample(name: string, schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  if (first) return sample(name, first);
  if (schema.type === 'array')
    return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () =>
      sample(name.replace(/s$/, ''), (schema.items ?? {}) as Schema),
    );
  if (schema.type === 'object') return requiredOf(schema);
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  if (schema.type === 'boolean') return true;
  if (/_?id$/.test(name)) return '1234567890';
  if (/url/.test(name)) return 'https://example.com';
  if (/date/.test(name)) return '2026-01-31';
  return name.replaceAll('_', ' ');
}

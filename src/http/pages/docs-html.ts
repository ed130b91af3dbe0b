import type { ApiServers } from '../../pipeline/openapi.ts';
import { escapeHtml, page } from './page-style.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  summary: string;
  description?: string;
  tags: readonly string[];
  'x-access'?: string;
  'x-result'?: Schema;
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
}

/** The API description as a page, without script and without anything from elsewhere. */
export function docsHtml(description: Record<string, unknown>, servers: ApiServers): string {
  const paths = Object.entries(description.paths as Record<string, Record<string, Operation>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag);
    return `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${own.map((one) => operationHtml(one, servers)).join('')}`;
  });
  return page(
    'Multi-Source Ads API',
    `<h1>Multi-Source Ads API</h1><p class="soft">Version 1.0.0 · <a href="/openapi.json">openapi.json</a> · ${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' · ')}</p>${sections.join('')}`,
  );
}

function operationHtml(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  servers: ApiServers,
): string {
  const [address = path, tool] = path.split('#');
  const access = operation['x-access'] ?? 'read';
  return `<details id="${escapeHtml(tool ?? path)}"><summary><h3><code>${escapeHtml(tool ?? `${method.toUpperCase()} ${address}`)}</code></h3><span>${escapeHtml(operation.summary)}</span><span class="tag ${escapeHtml(access)}">${escapeHtml(access)}</span></summary><div><p>${escapeHtml(operation.description ?? '')}</p>${argumentsHtml(operation)}${tool ? exampleHtml(address, tool, servers) : ''}${operation['x-result'] ? `<p class="soft">Result</p>${schemaTable(operation['x-result'])}` : ''}</div></details>`;
}

function argumentsHtml(operation: Operation): string {
  const body = operation.requestBody?.content['application/json'].schema;
  if (!body) {
    const rows = (operation.parameters ?? []).map(({ name, schema, required, description }) =>
      rowHtml(name, { description, ...schema }, required === true),
    );
    return tableHtml(rows);
  }
  const params = (body.properties as Record<string, Schema>).params as Schema;
  return `<p class="soft">Arguments</p>${schemaTable((params.properties as Record<string, Schema>).arguments ?? {})}`;
}

function schemaTable(schema: Schema): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = new Set((schema.required ?? []) as string[]);
  return properties.length === 0
    ? '<p>None.</p>'
    : tableHtml(properties.map(([name, inner]) => rowHtml(name, inner, required.has(name))));
}

function tableHtml(rows: readonly string[]): string {
  return `<table><thead><tr><th>Name</th><th>Kind</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function rowHtml(name: string, schema: Schema, required: boolean): string {
  return `<tr><td><code>${escapeHtml(name)}</code>${required ? ' <span class="tag">required</span>' : ''}</td><td>${escapeHtml(kindOf(schema))}</td><td>${escapeHtml(String(schema.description ?? ''))}</td></tr>`;
}

function kindOf(schema: Schema): string {
  if (Array.isArray(schema.enum))
    return schema.enum.length > 12 ? `one of ${schema.enum.length} values` : schema.enum.join(' | ');
  if (schema.type === 'array') return `list of ${kindOf((schema.items ?? {}) as Schema)}`;
  const bounds = [
    bound('at least', schema.minimum ?? schema.minLength),
    bound('at most', schema.maximum ?? schema.maxLength),
  ];
  return [String(schema.type ?? 'any'), ...bounds].filter(Boolean).join(', ');
}

/** zod writes the largest safe integer where nobody set a bound. */
function bound(word: string, value: unknown): string {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? `${word} ${value}` : '';
}

function exampleHtml(address: string, tool: string, { publicUrl, localUrl }: ApiServers): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: tool, arguments: {} } });
  const curl = `curl -s ${publicUrl || localUrl}${address} -H 'Authorization: Bearer sk_live_…' -H 'Content-Type: application/json' -d '${body}'`;
  return `<pre>${escapeHtml(curl)}</pre>`;
}

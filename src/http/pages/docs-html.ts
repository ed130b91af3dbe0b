import type { ApiServers } from '../../pipeline/openapi.ts';
import { curlExample } from './docs-example.ts';
import { type GuideSection, guide, pre } from './docs-guide.ts';
import { fieldTable, type Schema, schemaTable } from './docs-schema.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { escapeHtml, page, prose } from './page-style.ts';

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  'x-access'?: string;
  'x-toolset'?: string;
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Entry {
  /** Where a link points: `search/get_customer`. */
  id: string;
  /** The tool's name, or method and address. */
  label: string;
  tool: string | undefined;
  address: string;
  operation: Operation;
}

interface Description {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** The API description as a page: whole without script, and with nothing from elsewhere. */
export function docsHtml(document: Record<string, unknown>, servers: ApiServers): string {
  const description = document as unknown as Description;
  const byChannel = Map.groupBy(entriesOf(description), ({ operation }) => operation.tags[0] ?? '');
  const sections = guide(servers);
  const channels = [...byChannel].map(
    ([channel, entries]) =>
      `<section id="${escapeHtml(channel)}"><h2>${escapeHtml(channel)}</h2>${entries.map((entry) => entryHtml(entry, description, servers)).join('')}</section>`,
  );
  const body = `<div class="docs">${menuHtml(sections, byChannel)}<main><h1>Multi-Source Ads API</h1><p class="soft">Version 1.0.0 · <a href="/openapi.json">openapi.json</a> · <a href="/">front page</a></p>${sections.map(sectionHtml).join('')}${channels.join('')}<p id="none" class="soft" hidden>Nothing fits these words.</p></main></div>`;
  return page('Multi-Source Ads API', body, DOCS_SCRIPT);
}

function entriesOf({ paths }: Description): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [address = path, tool] = path.split('#');
      return {
        id: `${operation.tags[0]}/${tool ?? operation.operationId}`,
        label: tool ?? `${method.toUpperCase()} ${address}`,
        tool,
        address,
        operation,
      };
    }),
  );
}

function menuHtml(sections: readonly GuideSection[], byChannel: ReadonlyMap<string, readonly Entry[]>): string {
  const link = (id: string, label: string) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(label)}</a></li>`;
  const channels = [...byChannel].map(
    ([channel, entries]) =>
      `<h2><a href="#${escapeHtml(channel)}">${escapeHtml(channel)}</a></h2><ul>${entries.map(({ id, label }) => link(id, label)).join('')}</ul>`,
  );
  return `<nav aria-label="Contents"><input id="search" type="search" placeholder="Search  ( / )" aria-label="Search" hidden><details id="menu" open><summary>Contents</summary><h2>Guide</h2><ul>${sections.map(({ id, title }) => link(id, title)).join('')}</ul>${channels.join('')}</details></nav>`;
}

function sectionHtml({ id, title, html }: GuideSection): string {
  return `<section id="${escapeHtml(id)}"><h2>${escapeHtml(title)}</h2>${html}</section>`;
}

/** The target of links lies inside: a browser opens what holds the target, even without script. */
function entryHtml(
  { id, label, tool, address, operation }: Entry,
  description: Description,
  servers: ApiServers,
): string {
  const access = operation['x-access'] ?? 'read';
  const toolset = operation['x-toolset'];
  const tags = [
    `<span class="tag ${escapeHtml(access)}">${escapeHtml(access)}</span>`,
    ...(toolset ? [`<span class="tag">${escapeHtml(toolset)}</span>`] : []),
  ];
  return `<details class="tool" data-id="${escapeHtml(id)}"${tool ? ` data-tool="${escapeHtml(tool)}"` : ''}><summary><h3><code>${escapeHtml(label)}</code></h3><span>${escapeHtml(operation.summary)}</span>${tags.join('')}</summary><div id="${escapeHtml(id)}"><p>${prose(operation.description ?? '')} <a href="#${escapeHtml(id)}">Link</a></p>${inputHtml(operation)}${tool ? pre(curlExample(servers.publicUrl || servers.localUrl, address, tool, argumentsOf(operation))) : ''}<h4>Result</h4>${schemaTable(resultOf(operation, description))}</div></details>`;
}

function inputHtml(operation: Operation): string {
  if (operation.requestBody) return `<h4>Arguments</h4>${schemaTable(argumentsOf(operation))}`;
  const fields = (operation.parameters ?? []).map(({ name, schema, required, description }) => ({
    name,
    schema: { ...schema, ...(description && { description }) },
    required: required === true,
  }));
  return `<h4>Parameters</h4>${fieldTable(fields)}`;
}

function argumentsOf({ requestBody }: Operation): Schema {
  const envelope = requestBody?.content['application/json'].schema;
  const params = (envelope?.properties as Record<string, Schema> | undefined)?.params;
  return (params?.properties as Record<string, Schema> | undefined)?.arguments ?? {};
}

/** A tool's result has a schema of its own name; the schema of a REST reply is written in place. */
function resultOf({ operationId, responses }: Operation, { components }: Description): Schema {
  return components.schemas[`${operationId}_result`] ?? responses['200']?.content?.['application/json']?.schema ?? {};
}

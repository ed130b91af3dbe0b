import { expect, test } from 'vitest';
import { findChannels } from '../../build.ts';
import { ERROR_CODES } from '../../errors.ts';
import { describeTool } from '../../pipeline/describe.ts';
import { openApi } from '../../pipeline/openapi.ts';
import { docsHtml } from './docs-html.ts';
import { documentPages } from './documents.ts';

const servers = { publicUrl: '', localUrl: 'http://127.0.0.1:4800' };
const { byAddress } = await findChannels();
const html = docsHtml(openApi(byAddress, {}, servers), servers);

/** The part of the page that is about one tool. */
function partOf(address: string, tool: string): string {
  const start = html.indexOf(`<details class="tool" data-id="${address}/${tool}"`);
  expect(start, `${address}/${tool}`).toBeGreaterThan(0);
  const next = html.indexOf('<details class="tool"', start + 1);
  return html.slice(start, next < 0 ? undefined : next);
}

/** Every name and every allowed value in a schema, however deep; money is shown as one thing. */
function wordsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, enum: values, ...rest } = schema as Record<string, unknown>;
  const names = Object.keys((properties ?? {}) as object);
  if (names.length === 2 && names.includes('amount') && names.includes('currency')) return [];
  const { default: _, required: __, description: ___, ...inner } = rest;
  return [
    ...names,
    ...((values ?? []) as unknown[]).map(String),
    ...Object.values((properties ?? {}) as object).flatMap(wordsIn),
    ...Object.values(inner).flatMap(wordsIn),
  ];
}

test.each([...byAddress].flatMap(([address, tools]) => tools.map((tool) => [address, tool] as const)))(
  '%s: every argument, result field and allowed value of a tool is on the page, and a link leads to it',
  (address, tool) => {
    const part = partOf(address, tool.name);
    const shown = new Set(
      [...part.matchAll(/<code>([^<]+)<\/code>/g)].flatMap(([, text]) => [text!, ...text!.split(/\.|\[\]/)]),
    );
    const { inputSchema, outputSchema } = describeTool(tool);
    const missing = [...wordsIn(inputSchema), ...wordsIn(outputSchema)].filter((word) => !shown.has(word));
    expect(missing).toEqual([]);
    expect(part).toContain(`<div id="${address}/${tool.name}">`);
    expect(html).toContain(`<li><a href="#${address}/${tool.name}">`);
    const [, body = ''] = /-d &#39;(.*?)&#39;<\/pre>/s.exec(part) ?? [];
    const call = JSON.parse(body.replaceAll('&#34;', '"').replaceAll('&#39;', "'"));
    expect(call.params.name).toBe(tool.name);
    expect(Object.keys(call.params.arguments)).toEqual(inputSchema.required ?? []);
  },
);

test('the guide says what holds for every tool', () => {
  for (const id of ['authentication', 'calling', 'errors', 'limits', 'idempotency', 'narrowing'])
    expect(html).toContain(`<section id="${id}">`);
  for (const code of ERROR_CODES) expect(html).toContain(`<td><code>${code}</code></td>`);
  for (const word of ['Bearer sk_live_', 'Retry-After', 'Idempotency-Key', 'read_only=true', 'toolsets='])
    expect(html).toContain(word);
});

test('nothing is fetched from elsewhere, and only our own script and style may run', async () => {
  const reply = await documentPages(byAddress, {}, () => servers)
    .find(({ path }) => path === '/docs')!
    .handler({ query: {}, headers: {}, principal: undefined, requestId: '', gone: () => new AbortController().signal });
  const policy = reply.headers?.['Content-Security-Policy'];
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(?!data:)/);
  expect(html).not.toMatch(/ (style|on[a-z]+)="/);
});

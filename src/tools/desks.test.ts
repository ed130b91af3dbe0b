import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ShownEndpoint } from './endpoint-desk.ts';

const FOLDER = new URL('./', import.meta.url);
/** The schemas that files of this folder hand to tools and pages, by file and name. */
const SCHEMAS = (
  await Promise.all(
    globSync(['*-desk.ts', 'plan-members.ts', '{conversions,leads}/*.ts'], { cwd: FOLDER })
      .filter((file) => !file.endsWith('.test.ts'))
      .map(async (file) => {
        const exported = (await import(new URL(file, FOLDER).href)) as Record<string, unknown>;
        return Object.entries(exported).flatMap(([name, schema]) =>
          schema instanceof z.ZodType ? [[`${file} ${name}`, schema] as const] : [],
        );
      }),
  )
).flat();

/** Every description and every value of a choice in a schema, at any depth. */
function wordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { description, enum: choices = [] } = schema as { description?: unknown; enum?: unknown };
  const own = [...(description === undefined ? [] : [description]), ...(Array.isArray(choices) ? choices : [])];
  return [...own.filter((one) => typeof one === 'string'), ...Object.values(schema).flatMap(wordsIn)];
}

test('the schemas of this folder are found', () => {
  expect(SCHEMAS.length).toBeGreaterThan(10);
});

test.each(SCHEMAS)('%s describes what it holds, and has no choice without a name', (_, schema) => {
  const shown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  expect(wordsIn(shown).filter((words) => words.trim() === '')).toEqual([]);
});

test('an endpoint is shown by what it is told of and how it does, without anything by which somebody could write there', () => {
  const endpoint = { id: 'end_1', kind: 'webhook', name: 'Ops', address: 'ads.example…cret', events: [], state: 'on' };
  const secrets = { url: 'https://ads.example/hook/secret', secret: 'whsec', token: 'xoxb' };
  expect(ShownEndpoint.parse({ ...endpoint, ...secrets })).toEqual(endpoint);
  const off = { ...endpoint, state: 'off', off_because: 'gone', failing_since: '2026-11-01T00:00:00Z' };
  expect(ShownEndpoint.parse(off)).toEqual(off);
  for (const kind of ['webhook', 'email', 'slack', 'teams'])
    expect(ShownEndpoint.safeParse({ ...endpoint, kind }).success, kind).toBe(true);
  for (const broken of [{ kind: 'pigeon' }, { state: 'paused' }, { events: undefined }, { address: undefined }])
    expect(ShownEndpoint.safeParse({ ...endpoint, ...broken }).success).toBe(false);
});

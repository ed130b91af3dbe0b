import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { describeTool } from '../../src/pipeline/describe.ts';
import { isListed } from '../../src/pipeline/tool-selection.ts';
import { validateArguments } from '../../src/pipeline/validate.ts';
import { filesBelow, SRC } from './source-tree.ts';

const { byAddress } = await findChannels();

test('every tool is one file named like it, with its test beside it', () => {
  const files = filesBelow(join(SRC, 'channels')).filter(
    (file) => basename(dirname(file)) === 'tools' && file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const names = [...byAddress.values()].flat().map(({ name }) => name);
  expect(names.sort()).toEqual(files.map((file) => basename(file, '.ts')).sort());
  const untested = files.filter((file) => !existsSync(file.replace(/\.ts$/, '.test.ts')));
  expect(untested.map((file) => relative(SRC, file))).toEqual([]);
});

test('every tool can be read by a model before it chooses', () => {
  for (const [address, tools] of byAddress) {
    for (const tool of tools) {
      const { annotations, inputSchema, outputSchema, description, title } = describeTool(tool);
      expect(Object.keys(annotations).sort(), tool.name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
      expect(title.length, tool.name).toBeGreaterThan(3);
      expect(description.length, `${tool.name}: description`).toBeLessThanOrEqual(400);
      expect(inputSchema.additionalProperties, `${tool.name}: strict input`).toBe(false);
      expect(outputSchema.type, `${tool.name}: output`).toBe('object');
      expect(tool.name, 'tools are snake_case').toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
    const list = JSON.stringify(tools.filter(isListed).map(describeTool));
    const over = `${address}: the default tool list has to be shorter; name fewer defaultToolsets in its channel.ts`;
    expect(list.length / 4, over).toBeLessThan(15_000);
  }
});

test('no argument of any tool trusts what an object says of itself', async () => {
  const hostile: unknown[] = [{ toString: 1 }, [{ toString: null, valueOf: 1 }], { constructor: 1, length: -1 }];
  for (const tool of [...byAddress.values()].flat())
    for (const name of Object.keys(tool.input.shape))
      for (const value of hostile)
        try {
          await validateArguments(tool, { [name]: value });
        } catch (error) {
          expect(error, `${tool.name}.${name}`).toHaveProperty('details.code', 'invalid_arguments');
        }
});

type Schema = Readonly<Record<string, unknown>>;

/** Every argument of a tool, also those inside others, by its path. */
function argumentsIn(schema: Schema, path = ''): [string, Schema][] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, inner]) => [
    [path + name, inner] as [string, Schema],
    ...argumentsIn(inner, `${path}${name}.`),
  ]);
  const { items = [], prefixItems = [], additionalProperties: others } = schema;
  const parts = [items, prefixItems, typeof others === 'object' ? others : []].flat() as Schema[];
  return [...own, ...[...parts, ...alternativesOf(schema)].flatMap((part) => argumentsIn(part, path))];
}

function alternativesOf({ anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] {
  return [anyOf, oneOf, allOf].flat() as Schema[];
}

function takesNumber(schema: Schema): boolean {
  return [schema.type].flat().includes('number') || alternativesOf(schema).some(takesNumber);
}

/** Arguments by which a change counts from what is there. Thresholds of monitors are compared, not counted. */
const COUNTS = /^(?!thresholds\.)(.*[._])?(percent|increase|decrease|extend)(_|$)/;
const RUNNING = ['ACTIVE', 'ENABLE', 'ENABLED'];
/** Their status starts and stops counting, or asking. */
const SPENDS_NOTHING = ['update_conversion_action', 'update_lead_form'];

const everyTool = [...byAddress.values()]
  .flat()
  .map((tool) => ({ tool, args: argumentsIn(describeTool(tool).inputSchema) }));

test('every argument has a description', () => {
  const silent = everyTool.flatMap(({ tool, args }) =>
    args.filter(([, schema]) => !schema.description).map(([path]) => `${tool.name}: ${path}`),
  );
  expect(silent).toEqual([]);
});

test('every argument that is money names its unit', () => {
  const money = /(^|_)(amount|bid|budget|budgets|cap|cost|cpa|cpc|cpm|price|value)(_|$)/;
  const found = everyTool.flatMap(({ tool, args }) =>
    args
      .filter(([path, schema]) => money.test(path.split('.').at(-1) ?? '') && takesNumber(schema))
      .map(([path, schema]) => ({ where: `${tool.name}: ${path}`, description: String(schema.description) })),
  );
  expect(found.length).toBeGreaterThan(15);
  // Of the account's currency, or of one that is an argument beside it.
  const unit = /\bin major units of (the account's )?currency/i;
  expect(found.filter(({ description }) => !unit.test(description))).toEqual([]);
});

test('arguments that name people are declared personal: the audit log counts them and keeps none', () => {
  const kept = everyTool.flatMap(({ tool, args }) =>
    args
      .filter(([path]) => /^(emails|phones|people|members|customers)$/.test(path) && !tool.personal.includes(path))
      .map(([path]) => `${tool.name}: ${path}`),
  );
  expect(kept).toEqual([]);
});

test('what counts from the present value is declared, and never annotated as repeatable', () => {
  const counted = everyTool.filter(
    ({ tool, args }) => tool.repeat === 'safe' && tool.access !== 'read' && args.some(([path]) => COUNTS.test(path)),
  );
  expect(counted.map(({ tool }) => `${tool.channel.name} ${tool.name}`).sort()).toEqual([
    ...['professional bulk_update', 'search bulk_update', 'search update_keywords', 'social bulk_update'],
    'video bulk_update',
  ]);
  for (const { tool, args } of counted) {
    const names = args.map(([path]) => path).filter((path) => COUNTS.test(path));
    expect(tool.relative, tool.name).toEqual(names);
    expect(tool.annotations.idempotentHint, tool.name).toBe(false);
  }
});

test('what switches spending is a level, or named below the one that stops it too', () => {
  for (const { tool, args } of everyTool) {
    const { levels } = tool.channel;
    const switches = args.some(
      ([path, { enum: values = [] }]) => path === 'status' && RUNNING.some((on) => (values as string[]).includes(on)),
    );
    if (!levels || tool.access === 'read' || tool.repeat === 'never' || !switches || SPENDS_NOTHING.includes(tool.name))
      continue;
    const isLevel = levels.some(
      ({ tool: name, below, argument }) =>
        name === tool.name || below?.includes(tool.name) || `${argument}s` in tool.input.shape,
    );
    expect(isLevel, `${tool.channel.name} ${tool.name}`).toBe(true);
  }
});

test('what cannot be undone is declared, annotated and said', () => {
  for (const { tool, args } of everyTool) {
    if (tool.access === 'read') continue;
    // On the professional platform what is archived comes back with ACTIVE or PAUSED; lead forms do everywhere.
    const comesBack = tool.channel.name === 'professional' || tool.name === 'update_lead_form';
    const final = [...(comesBack ? [] : ['ARCHIVED']), 'DELETE', 'DELETED', 'REMOVED'];
    const declared = Object.entries(tool.irreversible).flatMap(([name, values = []]) =>
      values.map((value) => `${name} ${value}`),
    );
    const possible = args.flatMap(([path, schema]) =>
      ((schema.enum ?? []) as string[]).filter((value) => final.includes(value)).map((value) => `${path} ${value}`),
    );
    expect(declared, `${tool.name}: irreversible`).toEqual(expect.arrayContaining(possible));
    const isFinal = tool.access === 'destructive' || declared.length > 0;
    expect(tool.annotations.destructiveHint, `${tool.name}: destructiveHint`).toBe(isFinal);
    if (isFinal) expect(tool.description, tool.name).toContain('cannot be undone');
    for (const value of Object.values(tool.irreversible).flat()) expect(tool.description, tool.name).toContain(value);
  }
});

test('every tool of a channel with platform scopes names its own, from that list', () => {
  const wrong = everyTool.flatMap(({ tool: { name, scopes, channel } }) => {
    const known = Object.keys(channel.platformScopes ?? {});
    if (channel.platformScopes && !scopes) return [`${name}: no scopes; [] or some of ${known.join(', ')}`];
    return (scopes ?? []).filter((scope) => !known.includes(scope)).map((scope) => `${name}: ${scope}`);
  });
  expect(wrong).toEqual([]);
});

/** Changes that no call of ours can show, each with the reason why that is right. */
const NOTHING_TO_LOOK_AT: Readonly<Record<string, string>> = {
  upload_ad_image: 'the same image keeps its hash: uploading it again shows the first one',
  upload_professional_image: 'a second copy spends nothing, and the platform lists no images',
  upload_professional_document: 'a second copy spends nothing, and the platform lists no documents',
  upload_professional_video: 'a second copy spends nothing, and the platform lists no videos',
  create_message: 'a second one spends nothing, and the platform lists no messages',
  upload_ad_video: 'a second copy spends nothing, and the platform lists uploads by no name of ours',
};

test('every change names the call that shows whether it was made', () => {
  const blind = everyTool
    .map(({ tool }) => tool)
    .filter(({ access, look, name }) => access !== 'read' && !look && !NOTHING_TO_LOOK_AT[name]);
  expect(blind.map(({ name }) => name)).toEqual([]);
});

/** A value that can be used as any argument. */
const anything: object = new Proxy(() => anything, {
  get: (_, key) => (key === Symbol.iterator ? [].values : key === Symbol.toPrimitive ? () => '1' : anything),
});

test('a tool that another points to has the same address and takes the given arguments', () => {
  const lost = [...byAddress.values()].flatMap((tools) =>
    tools.flatMap((tool) => {
      const sample = Object.fromEntries(Object.keys(tool.input.shape).map((name) => [name, anything]));
      const look = tool.look?.(sample) ?? { tool: tool.name, arguments: {} };
      const shown = JSON.stringify(describeTool(tool).outputSchema).matchAll(/"As in (\w+)/g);
      const target = tools.find(({ name }) => name === look.tool);
      return [
        ...[look.tool, ...[...shown].map(([, name]) => name!)].filter(
          (named) => !tools.some(({ name }) => name === named),
        ),
        ...Object.keys(look.arguments).filter((name) => target && !(name in target.input.shape)),
      ].map((name) => `${tool.name}: ${name}`);
    }),
  );
  expect(lost).toEqual([]);
});

import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** Texts of every form that arguments have. What a schema takes of them tells how narrow its check is. */
export const TEXTS: readonly string[] = [
  ...['', ' ', '7', '0', '-7', '7.5', '7.005', '1e3', '12345678901234567890', '123-456-7890', 'act_7', '7_8', '7~8'],
  ...[
    'urn:li:sponsoredCampaign:7',
    'urn:li:organization:7',
    'customers/1/campaigns/7',
    '../7',
    '7?x=1',
    "7' OR '1'='1",
  ],
  ...[
    'a',
    'a b',
    ' a ',
    'a\nb',
    '\u202ea',
    '🙂',
    '<b>',
    '{a}',
    '{{a}}',
    '%',
    'none',
    'inherit',
    'US',
    'us',
    'USD',
    'usd',
    'en_US',
  ],
  ...['a@acme.example', 'a@', '+12025550123', '2025550123', '10:00', '25:00', '2026-11-20', '2026-02-30', '20261120'],
  ...['2026-11-20T10:00:00Z', '2026-11-20T10:00:00+02:00', '2026-11-20T10:00:00', 'tomorrow', 'last_7d', 'LAST_7_DAYS'],
  ...[
    'https://acme.example/a',
    'http://acme.example',
    'https://u:p@acme.example',
    'ftp://acme.example',
    'acme.example',
  ],
  ...[
    'javascript:alert(1)',
    'https://127.0.0.1/a',
    '{"a":1}',
    '[]',
    'aGVsbG8=',
    'ab'.repeat(32),
    'https://docs.google.com/spreadsheets/d/1',
  ],
];

const NUMBERS = [0, 1, -1, 0.5, 0.005, 7, 20, 100, 1_000, 1_000_000_000];
const OTHERS = [true, false, [], {}, { amount: '5.00', currency: 'USD' }, '5.00', 5, ['7'], { a: 'b' }, [{}]];

/** Of one schema; no tool has more statuses. */
const SAMPLES_MAX = 12;
const DEPTH_MAX = 5;

const defOf = (schema: Schema) => schema._zod.def as unknown as Record<string, never> & { type: string };

/** The schema below what makes it optional, gives it a default or transforms it. */
export function bare(schema: Schema): Schema {
  const { type, innerType, in: before } = defOf(schema) as { type: string; innerType?: Schema; in?: Schema };
  if (innerType && type !== 'lazy') return bare(innerType);
  return type === 'pipe' && before ? bare(before) : schema;
}

export function takes(schema: Schema, value: unknown): boolean {
  const { issues } = schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload;
  return issues.length === 0;
}

/** Many tools share their fields, so each schema is tried once. */
const samplesBySchema = new WeakMap<Schema, unknown[]>();

/** Values that a schema takes: few, and of every kind that it tells apart. */
export function samples(schema: Schema, depth = 0): unknown[] {
  const values = samplesBySchema.get(schema) ?? taken(schema, depth);
  samplesBySchema.set(schema, values);
  return values;
}

function taken(schema: Schema, depth: number): unknown[] {
  const values = [...candidates(bare(schema), depth), ...OTHERS].filter((value) => takes(schema, value));
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, SAMPLES_MAX);
}

function candidates(schema: Schema, depth: number): readonly unknown[] {
  const def = defOf(schema) as Record<string, unknown> & { type: string };
  if (depth > DEPTH_MAX) return [];
  switch (def.type) {
    case 'string':
      return TEXTS;
    case 'number':
      return NUMBERS;
    case 'enum':
      return Object.values(def.entries as object);
    case 'literal':
      return def.values as unknown[];
    case 'union':
      return (def.options as Schema[]).flatMap((option) => samples(option, depth + 1).slice(0, 4));
    case 'array':
      return lists(samples(def.element as Schema, depth + 1));
    case 'record':
      return samples(def.valueType as Schema, depth + 1).flatMap((value) => [{ a: value }, { '7': value }]);
    case 'object':
      return objects(def.shape as Record<string, Schema>, depth);
    default:
      return [];
  }
}

function lists(items: readonly unknown[]): unknown[] {
  return [[items[0]], items.slice(0, 2), ...items.slice(1).map((item) => [item])];
}

/** With what is required alone, with each other field, with each two, and with all. */
function objects(shape: Record<string, Schema>, depth: number): Record<string, unknown>[] {
  const values = new Map(Object.entries(shape).map(([name, inner]) => [name, samples(inner, depth + 1)]));
  const isOptional = (name: string) => takes(shape[name]!, undefined);
  const names = [...values.keys()];
  const required = Object.fromEntries(
    names.filter((name) => !isOptional(name)).map((name) => [name, values.get(name)![0]]),
  );
  const optional = names.filter(isOptional).flatMap((name) =>
    values
      .get(name)!
      .slice(0, 1)
      .map((value) => ({ [name]: value })),
  );
  const others = names.flatMap((name) =>
    values
      .get(name)!
      .slice(1, 3)
      .map((value) => ({ ...required, [name]: value })),
  );
  return [
    required,
    ...optional.map((one) => ({ ...required, ...one })),
    Object.assign({}, required, ...optional),
    ...others,
  ];
}

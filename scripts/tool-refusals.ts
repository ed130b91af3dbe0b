import { z } from 'zod';
import type { Tool } from '../src/tools/define-tool.ts';
import { bare, samples, TEXTS, takes } from './tool-samples.ts';
import { undone } from './tool-undoing.ts';

type Schema = z.core.$ZodType;
type Arguments = Record<string, unknown>;

/** Values of one argument that are tried beside another one; of enumerations all. */
const EACH_MAX = 2;
const LENGTH_MAX = 4_096;

/** What the tools of a channel refuse before anything is sent, as far as made-up arguments show it. */
export function refusalsPage(tools: readonly Tool[]): string {
  return [
    'What the tools refuse before anything is sent, and what is declared of them beside their schemas. Made from the code by',
    '`npm run docs`, with made-up arguments: one at a time, and every two together. Behind it how a change is undone.',
    ...['', 'every tool', ...shared(tools).map(indented)],
    ...tools.flatMap((tool) => [
      '',
      tool.name,
      ...[...declared(tool), ...forms(tool), ...rulesBetween(tool), ...undone(tool)].map(indented),
    ]),
    '',
  ].join('\n');
}

const indented = (line: string) => `  ${line}`;

function declared(tool: Tool): string[] {
  const { relative, irreversible, personal, keptS, mayRaise, activates, takesBack, recordsItself, stopsSpending } =
    tool;
  const { scopes, needsAccount, takesWorkspace, aliases, instead } = tool;
  const all = { relative, irreversible, personal, keptS, mayRaise, activates, takesBack, recordsItself, stopsSpending };
  return Object.entries({
    ...all,
    scopes,
    needsAccount,
    takesWorkspace,
    aliases: Object.keys(aliases),
    instead,
  }).flatMap(([name, value]) => (isUsual(name, value) ? [] : [`${name} ${JSON.stringify(value)}`]));
}

function isUsual(name: string, value: unknown): boolean {
  if (name === 'needsAccount' || name === 'takesWorkspace') return value === true;
  return value === undefined || value === false || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}';
}

/** Many tools share their fields, so each schema is tried once. */
const formBySchema = new WeakMap<Schema, string>();

/** Of the arguments that `defineTool` adds. */
function shared(tools: readonly Tool[]): string[] {
  const fields = tools.flatMap(({ input, sharedInput }) =>
    sharedInput.map((name) => [name, input.shape[name]!] as const),
  );
  return grouped([...new Map(fields)].flatMap(([name, schema]) => leaves(schema, name)));
}

/** Which forms of text each argument takes. */
function forms({ input, sharedInput }: Tool): string[] {
  return grouped(leaves(input, '').filter(([path]) => !sharedInput.includes(path)));
}

/** Arguments that take the same share a line. */
function grouped(fields: readonly [string, Schema][]): string[] {
  const byForm = new Map<string, string[]>();
  for (const [path, schema] of fields) {
    const form = formBySchema.get(schema) ?? formOf(schema);
    formBySchema.set(schema, form);
    byForm.set(form, [...(byForm.get(form) ?? []), path]);
  }
  return [...byForm].map(([form, paths]) => `${paths.join(', ')}: ${form}`).sort();
}

function formOf(schema: Schema): string {
  const taken = TEXTS.filter((text) => takes(schema, text));
  const refused = TEXTS.filter((text) => !taken.includes(text));
  const few = taken.length <= refused.length;
  const longest = Math.max(...['a', '7', 'a b '].map((part) => longestOf(schema, part)));
  const named = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(' ') || 'none';
  return `${few ? `takes ${named(taken)}` : `takes all but ${named(refused)}`}${longest > 0 && longest < LENGTH_MAX ? `; at most ${longest} characters` : ''}`;
}

function longestOf(schema: Schema, part: string): number {
  const isTaken = (length: number) => takes(schema, part.repeat(length).slice(0, length));
  if (isTaken(LENGTH_MAX)) return LENGTH_MAX;
  let [least, most] = [0, LENGTH_MAX];
  if (!isTaken(8)) return 0;
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (isTaken(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** Every text in the arguments, also inside of lists and objects. */
function leaves(schema: Schema, path: string): [string, Schema][] {
  const inner = bare(schema);
  const def = inner._zod.def as unknown as Record<string, unknown> & { type: string };
  if (path.split('.').length > 5) return [];
  if (def.type === 'string') return [[path, schema]];
  if (def.type === 'array') return leaves(def.element as Schema, `${path}[]`);
  if (def.type === 'union')
    return (def.options as Schema[]).some((one) => (bare(one)._zod.def.type as string) === 'string')
      ? [[path, schema]]
      : (def.options as Schema[]).flatMap((one, at) => leaves(one, `${path}|${at}`));
  if (def.type !== 'object') return [];
  return Object.entries(def.shape as Record<string, Schema>).flatMap(([name, one]) =>
    leaves(one, path === '' ? name : `${path}.${name}`),
  );
}

/** What the rules between arguments say, which calls take turns, and the call that shows whether a change was made. */
function rulesBetween(tool: Tool): string[] {
  const { required, optional, missing } = probes(tool);
  if (missing.length > 0) return [`not tried: no value was found for ${missing.join(', ')}`];
  const found = new Set<string>();
  const attempt = (args: Arguments, isPair = false) => {
    const problems = tool.rules(args);
    for (const { field, message } of problems) found.add(`refuses ${field}: ${message}`);
    if (isPair || problems.length > 0) return;
    found.add(`turns ${JSON.stringify(tool.turns(args))}`);
    if (tool.look) found.add(`looks with ${JSON.stringify(tool.look(args))}`);
  };
  const base = Object.fromEntries(required.map(({ name, values }) => [name, values[0]]));
  const others = required.flatMap(({ name, values }) => values.slice(1).map((value) => ({ [name]: value })));
  const entries = optional.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })));
  attempt(base);
  for (const one of entries) attempt({ ...base, ...one });
  const all = [...others, ...entries];
  for (const [at, one] of all.entries())
    for (const other of [{}, ...all.slice(at + 1)]) attempt({ ...base, ...one, ...other }, true);
  attempt(Object.assign({}, base, ...[...entries].reverse()));
  found.delete('turns []');
  return [...found].sort();
}

interface Probe {
  name: string;
  /** As the tool gets them: parsed. */
  values: unknown[];
}

function probes({ input, sharedInput }: Tool) {
  const [required, optional, missing]: [Probe[], Probe[], string[]] = [[], [], []];
  for (const [name, schema] of Object.entries(input.shape as Record<string, Schema>)) {
    if (sharedInput.includes(name)) continue;
    const isEnum = ['enum', 'boolean'].includes(bare(schema)._zod.def.type as string);
    const values = samples(schema)
      .slice(0, isEnum ? undefined : EACH_MAX)
      .map((value) => z.parse(schema, value));
    const preset = z.safeParse(schema, undefined);
    if (!preset.success) required.push({ name, values });
    else {
      optional.push({ name, values });
      if (preset.data !== undefined) required.push({ name, values: [preset.data] });
    }
    if (values.length === 0 && !preset.success) missing.push(name);
  }
  return { required, optional, missing };
}

import fc from 'fast-check';

/** JSON as text, so that it can hold what no object can: a key twice, a real `__proto__`, half a surrogate pair. */
export type JsonTexts = fc.Arbitrary<string>;

export const quoted = (text: string): string => JSON.stringify(text);
export const oneOf = (...choices: string[]): JsonTexts => fc.constantFrom(...choices.map(quoted));
export const number = (min: number, max: number): JsonTexts => fc.integer({ min, max }).map(String);

export const weighted = <T>(...choices: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const NASTY = [
  '',
  ' ',
  '../../x',
  '..%2f..%2fx',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u0000',
  '\u0007\u001b[31m',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b\u{e0041}',
  '"}],"x":1',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>',
  'act_1',
  'customers/1/x',
  'https://169.254.169.254/',
  'file:///etc/passwd',
  '2026-02-30',
  'NaN',
  'x'.repeat(5_000),
  '\u{1f600}'.repeat(300),
];

export const nastyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 20 }));

const NUMBERS = ['0', '-0', '-1', '1.5', '1e308', '-1e-308', '1E400', '9007199254740993', '9'.repeat(40)];

const scalar: JsonTexts = fc.oneof(
  nastyText.map(quoted),
  fc.constantFrom('null', 'true', 'false', ...NUMBERS),
  fc.integer().map(String),
);

const deep: JsonTexts = fc
  .constantFrom(10, 63, 64, 65, 2_000, 10_000)
  .map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Anything that is JSON, from a single number to nesting no server should follow. */
export const anyJson: JsonTexts = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`) },
    { weight: 1, arbitrary: fc.array(fc.tuple(nastyText, tie('value')), { maxLength: 3 }).map(objectText) },
    { weight: 1, arbitrary: deep },
  ),
})).value;

function objectText(pairs: readonly (readonly [string, string | undefined])[]): string {
  const given = pairs.filter(([, value]) => value !== undefined);
  return `{${given.map(([name, value]) => `${quoted(name)}:${value}`).join()}}`;
}

const nothing = fc.constant(undefined);

/** A member that is left out as often as not. */
export function maybe(member: JsonTexts): fc.Arbitrary<string | undefined> {
  return fc.oneof(nothing, member);
}

const stranger = fc.tuple(fc.oneof(nastyText, fc.constantFrom('id', 'method', 'name', 'workspaceId', 'text')), anyJson);
const strangers = weighted<[string, string][]>([20, fc.constant([])], [1, fc.array(stranger, { maxLength: 2 })]);

/** An object of these members, each of which may be something else or missing, and now and then one more. */
export function object(members: Readonly<Record<string, fc.Arbitrary<string | undefined>>>): JsonTexts {
  const pairs = Object.entries(members).map(([name, good]) =>
    weighted([60, good], [1, anyJson], [1, nothing]).map((value) => [name, value] as const),
  );
  return fc.tuple(fc.tuple(...pairs), strangers).map(([own, more]) => objectText([...own, ...more]));
}

import { HIDDEN } from '../pipeline/audit-detail.ts';

/** A change whose outcome was lost, with the call's answer that shows how things are now. */
export interface Evidence {
  tool: { name: string; relative: readonly string[]; sharedInput: readonly string[] };
  args: Record<string, unknown>;
  /** When the change was asked for. */
  askedAt: number;
  now: number;
  /** What the look answered. */
  shown: Record<string, unknown>;
  /** Another change to the same objects was made later. */
  changedSince: boolean;
}

export interface Verdict {
  /** `unknown`: what the platform shows does not tell. */
  outcome: 'applied' | 'not_applied' | 'unknown';
  words: string;
}

type Shown = Record<string, unknown>;

/** A platform may show a change later than it took it: before this long, something missing proves nothing. */
const LATE_MS = 10 * 60_000;
/** The platform's clock may be behind ours by this much. */
const CLOCK_OFF_MS = 60_000;

/** Whether a change was made, judged by what the platform shows now, in words for people. */
export function verdictOf(evidence: Evidence): Verdict {
  const { tool, args, shown } = evidence;
  const objects = [...objectsIn(shown)];
  const ids = new Set(Object.entries(args).flatMap(([field, value]) => (isOwnId(tool, field) ? texts(value) : [])));
  const isCreate = /^(?:create|duplicate|upload|add)_/.test(tool.name);
  if (isCreate) return createdVerdict(evidence, objects);
  const found = objects.find(({ id }) => ids.has(String(id)));
  if (/^(?:delete|remove)_/.test(tool.name)) return deletedVerdict(evidence, found);
  if (!found)
    return unknown('The platform shows nothing under that id now, so this does not tell whether it was made.');
  return updatedVerdict(evidence, found);
}

function createdVerdict({ args, askedAt, now, shown }: Evidence, objects: readonly Shown[]): Verdict {
  const [name] = Object.entries(args).flatMap(([field, value]) => (/(?:^|_)name$/.test(field) ? texts(value) : []));
  if (name === undefined) return unknown('It was given no name to find it by. Look for it in the answer below.');
  const called = objects.filter((one) => one.name === name);
  const made = called.find(({ created_time }) => Date.parse(String(created_time)) >= askedAt - CLOCK_OFF_MS);
  if (made) return { outcome: 'applied', words: `It was made: “${name}” is there, with the id ${String(made.id)}.` };
  const [undated] = called.filter(({ created_time }) => created_time === undefined);
  if (undated)
    return unknown(
      `“${name}” is there, with the id ${String(undated.id)}. The platform does not say when it was made, so it may be older than this call.`,
    );
  if (typeof shown.next_cursor === 'string')
    return unknown(`“${name}” is not among the first that the platform lists; there are more.`);
  return missing(`“${name}” is not there`, askedAt, now);
}

function deletedVerdict({ askedAt, now }: Evidence, found: Shown | undefined): Verdict {
  const isGone = !found || /^(?:DELETED|REMOVED|ARCHIVED)$/i.test(String(found.status));
  if (isGone) return { outcome: 'applied', words: 'It was made: the platform no longer shows it.' };
  return missing('It is still there', askedAt, now);
}

function updatedVerdict({ tool, args, askedAt, now, changedSince }: Evidence, found: Shown): Verdict {
  const asked = Object.entries(args).filter(([field]) => !tool.sharedInput.includes(field) && !/_ids?$/.test(field));
  if (asked.some(([field]) => tool.relative.includes(field)))
    return unknown('It was asked for in relation to the value before, so the value now does not tell.');
  if (JSON.stringify(asked).includes(HIDDEN))
    return unknown(
      'A part of what was asked for is not recorded, because it may be a secret. Compare the answer below.',
    );
  if (asked.length === 0 || asked.some(([field]) => !(field in found)))
    return unknown('The platform does not show everything that was asked for. Compare the answer below.');
  const same = asked.filter(([field, value]) => isSame(value, found[field]));
  const told = asked.map(([field]) => `${field} is ${inWords(found[field])}`).join(', ');
  if (same.length === asked.length) return { outcome: 'applied', words: `It stands as it was asked for: ${told}.` };
  if (changedSince) return unknown(`Now ${told}, and it was changed again since, so this does not tell.`);
  if (same.length > 0) return unknown(`Only a part stands as it was asked for: ${told}.`);
  return missing(`It is not as it was asked for: ${told}`, askedAt, now);
}

function missing(seen: string, askedAt: number, now: number): Verdict {
  if (now - askedAt >= LATE_MS) return { outcome: 'not_applied', words: `It was not made. ${seen}.` };
  return unknown(`${seen}. Platforms can be late: check again ten minutes after the call before you repeat it.`);
}

const unknown = (words: string): Verdict => ({ outcome: 'unknown', words });

function* objectsIn(value: unknown): Generator<Shown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && typeof (value as Shown).id === 'string') yield value as Shown;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

const isOwnId = ({ sharedInput }: Evidence['tool'], field: string) =>
  /_ids?$/.test(field) && !sharedInput.includes(field);

const texts = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string');

/** Money is asked for as `30`, `"30"` or `"30.00"`, and shown with its currency. */
function isSame(asked: unknown, shown: unknown): boolean {
  const [one, other] = [plain(asked), plain(shown)];
  if (one === other) return true;
  if (typeof one === 'object' || typeof other === 'object') return JSON.stringify(one) === JSON.stringify(other);
  if (isNumber(one) && isNumber(other)) return Number(one) === Number(other);
  return String(one).toLowerCase() === String(other).toLowerCase();
}

const isNumber = (value: unknown) => String(value).trim() !== '' && Number.isFinite(Number(value));

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value;

const WORDS_MAX = 120;

function inWords(value: unknown): string {
  const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown };
  if (amount !== undefined) return `${String(amount)} ${String(currency ?? '')}`.trim();
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX)} …` : text;
}

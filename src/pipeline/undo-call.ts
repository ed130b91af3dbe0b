import { Failure, type Problem } from '../errors.ts';
import type { UndoField } from '../tools/history-desk.ts';
import { isMoney, targetOf, type UndoPart } from '../tools/undo.ts';
import type { RowRefusal } from '../upstream/captured-change.ts';
import type { Job } from './call.ts';
import { isRehearsed, type Rehearsed, rehearse } from './rehearse.ts';
import { isSame, type OpenCall, type OpenPart } from './undo-parts.ts';
import { validateArguments } from './validate.ts';

/** A call that takes parts back, rehearsed. */
export interface RehearsedUndo {
  job: Job;
  /** Undefined: nothing is left to send. */
  rehearsed: Rehearsed | undefined;
  /** What becomes of each part. */
  fields: Map<OpenPart, UndoField>;
}

/**
 * Rehearses the call that takes parts back. Its difference shows the values of now: a part that is no longer as the change left it
 * stays out, and so does one that the platform or the tool refuses. Each round leaves out some or lowers a bound, so it ends.
 */
export async function rehearseUndo(
  call: OpenCall,
  job: Omit<Job, 'args'>,
  shared: Job['args'],
): Promise<RehearsedUndo> {
  const fields = new Map<OpenPart, UndoField>();
  let open = call.parts;
  for (;;) {
    if (open.length === 0) return { job: { ...job, args: {} }, rehearsed: undefined, fields };
    const given = { ...shared, ...call.step.call(open.map(({ part }) => part)) };
    let outcome: Awaited<ReturnType<typeof rehearse>>;
    let full: Job;
    try {
      full = { ...job, args: await validateArguments(job.tool, given) };
      outcome = await rehearse(full);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      open = withoutRefused(call, open, error, fields);
      continue;
    }
    const seen = isRehearsed(outcome) ? seenIn(outcome) : seenInReply(outcome.json);
    if (open.some((one) => isLowered(one, seen(one.part).refusal))) continue;
    const moved = open.filter((one) => note(fields, one, seen(one.part)));
    if (moved.length === 0) {
      const isNeeded = open.some((one) => CHANGING.includes(fields.get(one)!.will_be));
      return { job: full, rehearsed: isNeeded && isRehearsed(outcome) ? outcome : undefined, fields };
    }
    open = open.filter((one) => !moved.includes(one));
  }
}

export const CHANGING: readonly UndoField['will_be'][] = ['undone', 'lowest_allowed', 'nearest'];

interface Seen {
  /** Undefined: as it is to be. */
  now?: { value: unknown };
  refusal?: RowRefusal | undefined;
}

function seenIn({ difference, refused = {} }: Rehearsed) {
  return (part: UndoPart): Seen => {
    if (part.isUnseen) return { now: { value: part.to } };
    if (part.isRow) {
      const row = difference[part.object]?.from as Record<string, unknown> | undefined;
      const isIn = row !== undefined && !isSame(row[part.field], targetOf(part));
      return { ...(isIn && { now: nowOf(part, row) }), refusal: refused[part.object] };
    }
    const present = Object.fromEntries(Object.entries(difference).map(([field, { from }]) => [field, from]));
    return part.field in present ? { now: nowOf(part, present) } : {};
  };
}

/** The value of now: of what came with the field, where that was changed since. */
function nowOf({ field, besides }: UndoPart, present: Record<string, unknown>): { value: unknown } {
  const isOther = besides && besides.field in present && !isSame(present[besides.field], besides.to);
  return { value: present[isOther ? besides.field : field] };
}

/** A bulk call with nothing to send tells each row's reason in its reply. */
function seenInReply(json: string) {
  const { results = [] } = JSON.parse(json) as { results?: { id?: string; error?: RowRefusal }[] };
  return (part: UndoPart): Seen => ({
    refusal: part.isRow ? results.find(({ id }) => id === part.object)?.error : undefined,
  });
}

/** Notes what becomes of a part; true where it must be left out of the call. */
function note(fields: RehearsedUndo['fields'], open: OpenPart, { now, refusal }: Seen): boolean {
  const { part } = open;
  const { object, field } = part;
  const told = { object, field, back_to: targetOf(part) };
  if (refusal !== undefined) {
    fields.set(open, { ...told, will_be: 'impossible', code: refusal.code, why: refusal.message });
    return true;
  }
  if (!now) {
    fields.set(open, { ...told, now: targetOf(part), will_be: 'as_before' });
    return false;
  }
  if (!isSame(now.value, part.to)) {
    const why = `It is ${inWords(now.value)} now, not ${inWords(part.to)} as this change left it: left alone.`;
    fields.set(open, { ...told, now: now.value, will_be: 'changed_since', why });
    return true;
  }
  const { instead } = part;
  const isLowest = instead && isMoney(instead.value);
  fields.set(open, {
    ...told,
    now: now.value,
    will_be: instead ? (isLowest ? 'lowest_allowed' : 'nearest') : 'undone',
    ...(instead && { why: instead.why }),
  });
  return false;
}

/** The parts that are still to go back: without those that were refused, or with the least that is taken instead. */
function withoutRefused(
  call: OpenCall,
  open: OpenPart[],
  failure: Failure,
  fields: RehearsedUndo['fields'],
): OpenPart[] {
  const problems: readonly Problem[] = failure.details.problems ?? [];
  const blamed = open.filter(({ part }) => problemOf(call, part, problems) !== undefined);
  if (blamed.some((one) => isLowered(one, problemOf(call, one.part, problems)))) return open;
  const out = blamed.length > 0 ? blamed : open;
  for (const one of out) {
    const { object, field } = one.part;
    const problem = problemOf(call, one.part, problems);
    const why = problem ? `${problem.field} ${problem.message}` : failure.details.message;
    fields.set(one, { object, field, back_to: targetOf(one.part), will_be: 'impossible', code: failure.code, why });
  }
  return open.filter((one) => !out.includes(one));
}

/** Gives a part the lowest amount that is taken, once, where that still is less than it is now. */
function isLowered(open: OpenPart, refusal: Pick<RowRefusal, 'message' | 'at_least'> | undefined): boolean {
  const { from, to, instead } = open.part;
  const { at_least, message } = refusal ?? {};
  if (at_least === undefined || instead || !isMoney(from) || !isMoney(to)) return false;
  if (Number(at_least) >= Number(to.amount)) return false;
  open.part = { ...open.part, instead: { value: { ...from, amount: at_least }, why: `${from.amount} ${message}` } };
  return true;
}

/** The problem with the arguments that this part alone brings along. */
function problemOf({ step }: OpenCall, part: UndoPart, problems: readonly Problem[]): Problem | undefined {
  const named = Object.keys(step.call([]));
  const own = Object.keys(step.call([part])).filter((name) => !named.includes(name));
  return problems.find(({ field }) => own.includes(field.split('.')[0]!));
}

const WORDS_MAX = 80;

function inWords(value: unknown): string {
  if (isMoney(value)) return `${value.amount} ${value.currency}`;
  if (typeof value === 'symbol') return 'anything';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX)}…` : text;
}

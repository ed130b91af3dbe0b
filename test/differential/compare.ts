import { DIFFERENCES, type Difference, LENIENCES, type Lenience } from './differences.ts';
import { type Answer, type Outcome, outcomeOf, type WireRequest } from './outcome.ts';

export interface Sides {
  ours: { url: string; key: string };
  theirs: { url: string };
}

export interface Comparison {
  /** Undefined: they agree, or disagree as written down. */
  disagreement: string | undefined;
  /** Which of the written reasons were needed. */
  reasons: readonly (Lenience | Difference)[];
}

type Json = Record<string, unknown>;

/** Asks both sides the same thing. Where we are lenient, the reference is asked as it wants to be asked. */
export async function compare({ ours, theirs }: Sides, request: WireRequest): Promise<Comparison> {
  const message = messageIn(request);
  const lenient = LENIENCES.filter(({ when }) => when(request, message));
  const proper = lenient.reduce((asked, { properly }) => properly(asked, messageIn(asked)), request);
  const [our, their] = await Promise.all([
    outcomeOf(ours.url, request, { authorization: `Bearer ${ours.key}` }),
    outcomeOf(theirs.url, proper),
  ]);
  if (agree(our, their, message)) return { disagreement: undefined, reasons: lenient };
  const known = DIFFERENCES.find(
    (one) => one.when(proper, messageIn(proper)) && is(our, one.ours) && is(their, one.theirs),
  );
  if (known) return { disagreement: undefined, reasons: [...lenient, known] };
  return {
    disagreement: `${request.name}: ours ${JSON.stringify(our)}, theirs ${JSON.stringify(their)} ${JSON.stringify(request)}`,
    reasons: lenient,
  };
}

function messageIn({ body }: WireRequest): Json {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Json) : {};
  } catch {
    return {};
  }
}

function agree(ours: Outcome, theirs: Outcome, message: Json): boolean {
  return (
    ours.status === theirs.status &&
    ours.answers.length === theirs.answers.length &&
    ours.answers.every((our, index) => {
      const their = theirs.answers[index] as Answer;
      return our.kind === their.kind && sameId(our.id, their.id, message.id);
    })
  );
}

/** The reference sometimes names no request where it could, and sometimes repeats what is no id; a fresh id is ours alone. */
function sameId(our: unknown, their: unknown, asked: unknown): boolean {
  if (our === their || asked === undefined) return true;
  if (our === null) return typeof their !== 'string' && !Number.isSafeInteger(their);
  return their === null && our === asked;
}

function is({ status, answers }: Outcome, expected: { status: number; kind: Answer['kind'] }): boolean {
  return status === expected.status && answers.length === 1 && answers[0]?.kind === expected.kind;
}

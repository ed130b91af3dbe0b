import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { failureOf } from '../../../upstream/dialect.ts';
import { pathOf } from '../../../upstream/path.ts';
import { readAs } from '../../../upstream/reading.ts';
import { API_VERSION, type Params, type SocialClient } from '../client.ts';
import { complaintFrom, ERRORS } from '../errors.ts';
import type { Kind } from '../wire.ts';
import { ErrorReply } from '../wire.ts';

/** Most calls in one batch. */
export const BATCH_MAX = 50;

/** `null`: that call was not finished in time. */
const Slots = z.array(z.object({ code: z.number(), body: z.string() }).nullable());
type Slot = z.infer<typeof Slots>[number];

const ROOT = `/${API_VERSION}/`;

/** Reads objects of any kinds in one request; a Failure stands in place of each that cannot be read. */
export async function nodesOf<T>(
  client: SocialClient,
  wanted: readonly { kind: Kind<T>; id: string }[],
): Promise<(T | Failure)[]> {
  const batch = wanted.map(({ kind, id }) => ({
    method: 'GET',
    relative_url: `${relative(id)}?fields=${encodeURIComponent(kind.fields.join())}`,
  }));
  const slots = await client.ask(ROOT, { batch, include_headers: false }, Slots);
  return wanted.map(({ kind }, at) => {
    const answer = answerIn(slots[at]);
    return answer instanceof Failure ? answer : readAs(kind.schema, answer, 'social');
  });
}

/** Changes several objects in one request; a Failure stands in place of each that was not changed. */
export async function updateEach(
  client: SocialClient,
  changes: readonly { id: string; fields: Params }[],
): Promise<(Failure | undefined)[]> {
  const batch = changes.map(({ id, fields }) => ({
    method: 'POST',
    relative_url: relative(id),
    body: new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString(),
  }));
  const slots = await client.change(ROOT, { batch, include_headers: false }, Slots);
  return changes.map((_, at) => {
    const answer = answerIn(slots[at]);
    return answer instanceof Failure ? answer : undefined;
  });
}

function relative(id: string): string {
  return pathOf`/${API_VERSION}/${id}`.slice(1);
}

function answerIn(slot: Slot | undefined): unknown {
  if (!slot || slot.code >= 500) return unfinished();
  const body = JSON.parse(slot.body) as unknown;
  const error = ErrorReply.safeParse(body).data?.error;
  return error ? failureOf('social', ERRORS, complaintFrom(error), slot.code) : body;
}

function unfinished(): Failure {
  return new Failure({
    code: 'outcome_unknown',
    message: 'The platform did not finish this one in time.',
    outcome: 'unknown',
    nextStep: 'Look at it, and repeat the change if it was not made.',
  });
}

import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { failureOf } from '../../../upstream/dialect.ts';
import { pathOf } from '../../../upstream/path.ts';
import { readAs } from '../../../upstream/reading.ts';
import { API_VERSION, accountNode, type Params, type SocialClient } from '../client.ts';
import { complaintFrom, ERRORS } from '../errors.ts';
import { Created, ErrorReply, type Kind, parsedOrNothing } from '../wire.ts';

/** Most calls in one batch. */
export const BATCH_MAX = 50;

/** `null`: that call was not finished in time. */
const Slots = z.array(z.object({ code: z.number(), body: z.string() }).nullable());
type Slot = z.infer<typeof Slots>[number];

const ROOT = `/${API_VERSION}/`;

/**
 * Reads objects of any kinds in one request; a Failure stands in place of each that cannot be read, or that belongs to an account
 * outside the workspace.
 */
export async function nodesOf<T>(
  client: SocialClient,
  wanted: readonly { kind: Kind<T>; id: string }[],
): Promise<(T | Failure)[]> {
  const batch = wanted.map(({ kind, id }) => ({
    method: 'GET',
    relative_url: `${relative(id)}?fields=${encodeURIComponent(kind.fields.join())}`,
  }));
  const slots = await client.ask(ROOT, { batch, include_headers: false }, Slots);
  return wanted.map(({ kind, id }, at) => {
    const answer = answerIn(slots[at]);
    if (answer instanceof Failure) return answer;
    const found = readAs(kind.schema, answer, 'social');
    return client.foreignTo(found, id) ?? found;
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
    body: formOf(fields),
  }));
  const slots = await client.change(ROOT, { batch, include_headers: false }, Slots);
  return changes.map((_, at) => {
    const answer = answerIn(slots[at]);
    return answer instanceof Failure ? answer : undefined;
  });
}

export interface Creation {
  /** Names the creation for those that follow it in the same request. */
  name: string;
  edge: string;
  fields: Params;
  /** A field that gets the id of an earlier creation, by that one's name. */
  parent?: { field: string; name: string };
  /** Waits for this one: independent calls of a batch run side by side. */
  after?: string | undefined;
}

/** Creates several objects of an account in one request; a Failure stands in place of each that was not created. */
export async function createEach(
  client: SocialClient,
  account: string,
  creations: readonly Creation[],
): Promise<(string | Failure)[]> {
  const batch = creations.map(({ name, edge, fields, parent, after }) => ({
    name,
    method: 'POST',
    relative_url: pathOf`/${API_VERSION}/${accountNode(account)}/${edge}`.slice(1),
    // The reference stays unencoded: the platform replaces it in the text of the body.
    body: `${formOf(fields)}${parent ? `&${parent.field}={result=${parent.name}:$.id}` : ''}`,
    ...(after && { depends_on: after }),
    // Left out, the answer of a creation that others refer to would be missing.
    omit_response_on_success: false,
  }));
  const slots = await client.change(ROOT, { batch, include_headers: false }, Slots, account);
  return creations.map((_, at) => {
    const answer = answerIn(slots[at]);
    return answer instanceof Failure ? answer : (Created.safeParse(answer).data?.id ?? unfinished());
  });
}

function formOf(fields: Params): string {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, text(value)]),
  ).toString();
}

function relative(id: string): string {
  return pathOf`/${API_VERSION}/${id}`.slice(1);
}

function answerIn(slot: Slot | undefined): unknown {
  if (!slot || slot.code >= 500) return unfinished();
  const body = parsedOrNothing(slot.body);
  if (typeof body !== 'object' || body === null) return unfinished();
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

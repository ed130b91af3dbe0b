import type { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { Judged } from './attempt.ts';
import { type Complaint, type Dialect, failureOf, judge } from './dialect.ts';
import { unknownOutcome } from './failures.ts';
import type { Share } from './fair-share.ts';
import { type Judgement, WELL } from './judgement.ts';
import type { Bound } from './outgoing-call.ts';
import { AT_ONCE_BYTES_MAX, jsonIn, jsonInLarge, readAs, unreadable } from './reading.ts';
import type { OpenedStream, Sender } from './sender.ts';
import type {
  AnswerIn,
  Credentials,
  PlatformRequest,
  PlatformSession,
  UpstreamReply,
  UpstreamRequest,
  UpstreamStream,
} from './session.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface Wiring {
  platform: string;
  dialect: Dialect;
  sender: Sender;
  signal: AbortSignal;
  repeat: 'safe' | 'never';
  /** The call may make less money flow: no limit of ours holds it back. */
  urgent?: boolean | undefined;
  /** What limits and breakers are kept by where a request names no account. */
  connectionId: string;
  /** The API key whose share of the connection's places the requests take. */
  keyId?: string;
  credentials(): Promise<Credentials>;
  /** The secret values among them. */
  secretsIn(held: Credentials): readonly string[];
  /** Asks for a new token instead of those seen. Undefined where the platform has no way to. */
  renew?: ((seen: Credentials) => Promise<Credentials>) | undefined;
  /** Told of every reply. */
  heard?: Bound['heard'];
}

type Calls = Pick<PlatformSession, 'ask' | 'change' | 'open' | 'send'>;

/** Sending, signing, judging and reading in one place: the same for every channel; what differs is the platform's dialect. */
export class PlatformCalls implements Calls {
  readonly #wiring: Wiring;
  readonly #share: Share;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#share = { connection: wiring.connectionId, key: wiring.keyId ?? '' };
  }

  async ask<T>(request: PlatformRequest, schema: z.ZodType<T>): Promise<T> {
    const { json } = await this.#answer(this.#outgoing(request, 'read'));
    return readAs(schema, json, this.#wiring.platform);
  }

  async change<T>(request: PlatformRequest, schema: z.ZodType<T>, answerIn: AnswerIn = ({ json }) => json): Promise<T> {
    const { platform, repeat } = this.#wiring;
    const parsed = schema.safeParse(answerIn(await this.#answer(this.#outgoing(request, 'write'))));
    if (parsed.success) return parsed.data;
    throw unknownOutcome({
      seen: `The ${platform} platform answered in a shape we do not know.`,
      repeatSafe: repeat === 'safe',
      cause: unreadable(platform, parsed.error),
    });
  }

  open(request: PlatformRequest): Promise<UpstreamStream> {
    const { sender, platform } = this.#wiring;
    return this.#authorized(
      this.#outgoing(request, 'read'),
      (signed, bound): Promise<OpenedStream> => sender.stream(platform, signed, bound),
      ({ refused }) => refused,
    );
  }

  send(request: UpstreamRequest, secrets: readonly string[] = []): Promise<UpstreamReply> {
    const { sender, platform } = this.#wiring;
    return sender.send(
      platform,
      request,
      this.#boundWith(() => secrets),
    );
  }

  #boundWith(secrets: () => readonly string[], earlierMayHaveArrived = false): Bound {
    const { signal, repeat, urgent, dialect, heard } = this.#wiring;
    return {
      signal,
      repeat,
      urgent,
      judge: (reply) => judged(dialect, reply, secrets),
      usage: dialect.usage,
      heard,
      share: this.#share,
      earlierMayHaveArrived,
    };
  }

  #outgoing({ json, isCheckable: _, ...request }: PlatformRequest, effect: UpstreamRequest['effect']): UpstreamRequest {
    const { connectionId, dialect } = this.#wiring;
    return {
      ...request,
      effect,
      account: request.account ?? connectionId,
      ...(dialect.quota && { quota: `${connectionId} ${dialect.quota(request)}` }),
      ...(json !== undefined && {
        body: JSON.stringify(json),
        headers: { ...request.headers, 'content-type': 'application/json' },
      }),
    };
  }

  #answer(request: UpstreamRequest): Promise<Judged<UpstreamReply>> {
    const { sender, platform } = this.#wiring;
    return this.#authorized(
      request,
      (signed, bound) => sender.send(platform, signed, bound),
      (reply) => reply,
    );
  }

  /** Sends with the token we hold, and once more with a fresh one when the platform calls it expired. Throws its refusal. */
  async #authorized<Reply>(
    request: UpstreamRequest,
    send: (signed: UpstreamRequest, bound: Bound) => Promise<Reply>,
    judgedIn: (reply: Reply) => Judged<UpstreamReply> | undefined,
  ): Promise<Reply> {
    const { dialect, renew } = this.#wiring;
    const held = await this.#wiring.credentials();
    const sendWith = (known: Credentials, secrets: () => readonly string[], earlierMayHaveArrived?: boolean) =>
      send(dialect.authorize(request, known), this.#boundWith(secrets, earlierMayHaveArrived));
    let reply = await sendWith(held, () => this.#wiring.secretsIn(held));
    let judged = judgedIn(reply);
    const fresh = judged?.judgement.is === 'expired' && renew ? await this.#renewed(renew, held, judged) : undefined;
    if (fresh) {
      const secrets = () => [held, fresh].flatMap((known) => this.#wiring.secretsIn(known));
      reply = await sendWith(fresh, secrets, judged?.mayBeSecond);
      judged = judgedIn(reply);
    }
    if (judged && judged.judgement.is !== 'well') throw this.#refusalOf(judged, request);
    return reply;
  }

  /** Undefined: there is no other token to try. */
  async #renewed(renew: NonNullable<Wiring['renew']>, held: Credentials, refused: Judged<UpstreamReply>) {
    try {
      const fresh = await renew(held);
      return fresh.access_token === held.access_token ? undefined : fresh;
    } catch (error) {
      if (refused.mayBeSecond) throw unknownOutcome({ repeatSafe: this.#wiring.repeat === 'safe', cause: error });
      throw error;
    }
  }

  /** The platform's refusal as our error: a change is called off only when it certainly was not made. */
  #refusalOf(reply: Judged<UpstreamReply>, { effect, argumentOf }: UpstreamRequest): Failure {
    const { platform, dialect, repeat } = this.#wiring;
    const complaint = inOurWords(complaintIn(dialect, reply), argumentOf);
    const failure = failureOf(platform, dialect.errors, complaint, reply.status);
    if (effect === 'read') return failure;
    const broken = reply.judgement.is === 'broken';
    if (!broken && !reply.mayBeSecond) return failure;
    return unknownOutcome({
      seen: broken
        ? `The ${platform} platform failed while working on it (${complaint.message}).`
        : `After an attempt that was lost on its way, the ${platform} platform answered: ${complaint.message}.`,
      repeatSafe: repeat === 'safe',
      ...(failure.details.upstream && { upstream: failure.details.upstream }),
      cause: failure,
    });
  }
}

/** Reads the body once, for the judgement and for everything after it. */
async function judged(dialect: Dialect, reply: UpstreamReply, secrets: () => readonly string[]): Promise<Judgement> {
  const { body } = reply;
  reply.json = body.length > AT_ONCE_BYTES_MAX ? await jsonInLarge(body) : jsonIn(body);
  const complaint = dialect.complaint(reply) ?? (isWell(reply) ? undefined : complaintIn(dialect, reply));
  if (!complaint) return WELL;
  reply.json = withoutSecrets(reply.json, secrets());
  return judge(dialect.errors, complaint, reply.status);
}

function complaintIn(dialect: Dialect, reply: UpstreamReply): Complaint {
  return dialect.complaint(reply) ?? { message: `HTTP ${reply.status}` };
}

/** Blames the caller's arguments instead of the platform's fields; a field that the caller did not give is left out. */
function inOurWords(complaint: Complaint, argumentOf: UpstreamRequest['argumentOf']): Complaint {
  if (!argumentOf || !complaint.problems) return complaint;
  const problems = complaint.problems.flatMap(({ field, ...problem }) => {
    const argument = argumentOf(field);
    return argument === undefined ? [] : [{ field: argument, ...problem }];
  });
  return { ...complaint, problems };
}

function isWell({ status }: UpstreamReply): boolean {
  return status >= 200 && status < 300;
}

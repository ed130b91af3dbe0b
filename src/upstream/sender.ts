import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Ambient } from '../ambient.ts';
import type { Judged } from './attempt.ts';
import { failureOf } from './attempt.ts';
import { realSleep, type Sleep } from './backoff.ts';
import type { SenderEvent } from './call-timing.ts';
import { Delivery, type Transfer } from './delivery.ts';
import { WELL } from './judgement.ts';
import { type Bound, OutgoingCall } from './outgoing-call.ts';
import { createPacing, type Pacing } from './pacing.ts';
import { createPlatforms } from './platforms.ts';
import type { UpstreamReply, UpstreamRequest, UpstreamStream } from './session.ts';
import { exchange, exchangeStream, TransportFault } from './transport.ts';

export interface SenderSettings {
  /** For a whole call, all attempts and waits together. */
  deadlineMs: number;
  connectMs: number;
  attemptsMax: number;
  retryBudgetRatio: number;
  /** For each platform and origin. */
  poolConnections: number;
  replyBytesMax: number;
}

const SENDER_DEFAULTS: SenderSettings = {
  deadlineMs: 30_000,
  connectMs: 5000,
  attemptsMax: 3,
  retryBudgetRatio: 0.1,
  poolConnections: 32,
  replyBytesMax: 64 * 1024 * 1024,
};

export type OpenedStream = UpstreamStream & { refused?: Judged<UpstreamReply> };

export interface SenderOptions {
  ambient: Ambient;
  settings?: Partial<SenderSettings>;
  sleep?: Sleep;
  /** Left out: the pace of this process alone. */
  pacing?: Pacing | undefined;
  /** Must not throw: the reply would be lost with it. */
  onEvent?: (event: SenderEvent) => void;
}

/** The one way out of the process for calls to platforms. */
export interface Sender {
  send(platform: string, request: UpstreamRequest, bound: Bound): Promise<Judged<UpstreamReply>>;
  /** A reply that is not well comes whole as `refused`, since what it means stands in its body. */
  stream(platform: string, request: UpstreamRequest, bound: Bound): Promise<OpenedStream>;
  /** Refuses anything new, lets what is under way finish, and cuts what has not after so long; left out: it has all its time. */
  close(patienceMs?: number): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { ambient, settings, sleep = realSleep, pacing = createPacing({ ambient }), onEvent } = options;
  const limits = { ...SENDER_DEFAULTS, ...settings };
  const platforms = createPlatforms(ambient, limits);
  const delivery = new Delivery({ ambient, sleep, pacing, attemptsMax: limits.attemptsMax });
  const underWay = new Set<OutgoingCall>();

  function openCall(name: string, request: UpstreamRequest, bound: Bound, bytesMax: number): OutgoingCall {
    bound.signal.throwIfAborted();
    const platform = platforms.get(name);
    platform.budget.countCall();
    const { deadlineMs = limits.deadlineMs } = request;
    return new OutgoingCall({ ambient, name, platform, request, bound, deadlineMs, bytesMax, underWay, onEvent });
  }

  return {
    async send(name, request, bound) {
      const bytesMax = request.bytesMax ?? limits.replyBytesMax;
      const call = openCall(name, request, bound, bytesMax);
      const { signal } = call.deadline;
      try {
        const reply = await delivery.deliver(call, {
          exchange: () => exchange(call.platform.agent, request, { signal, bytesMax }),
          judge: (reply) => judged(reply, bound),
        });
        call.close({ status: reply.status });
        return reply;
      } catch (error) {
        call.close({ error });
        throw error;
      }
    },

    async stream(name, request, bound) {
      const bytesMax = request.bytesMax ?? Number.POSITIVE_INFINITY;
      const call = openCall(name, request, bound, bytesMax);
      try {
        const reply = await delivery.deliver(call, streamTransfer(call, request));
        const translated = (fault: TransportFault) => failureOf({ fault }, call);
        whenEnded(reply.body, (fault) => call.close(fault ? { error: translated(fault) } : { status: reply.status }));
        return { ...reply, body: withOwnErrors(reply.body, translated) };
      } catch (error) {
        call.close({ error });
        throw error;
      }
    },

    async close(patienceMs) {
      delivery.close();
      const cut = () => {
        for (const { deadline } of underWay) deadline.end();
      };
      const impatience = patienceMs === undefined ? undefined : setTimeout(cut, patienceMs);
      await platforms.close();
      clearTimeout(impatience);
    },
  };
}

type StreamReply = OpenedStream & { body: Readable };

/** A refused stream is read whole, since what the refusal means stands in its body. */
function streamTransfer(
  { platform, deadline: { signal }, bound, bytesMax }: OutgoingCall,
  request: UpstreamRequest,
): Transfer<StreamReply, StreamReply> {
  return {
    exchange: () => exchangeStream(platform.agent, request, { signal, bytesMax }),
    judge: async (reply) => {
      if (reply.status >= 200 && reply.status < 300) return { ...reply, judgement: WELL };
      const refused = await judged({ ...reply, body: await gathered(reply.body) }, bound);
      return { ...reply, refused, judgement: refused.judgement };
    },
    whenEnded: ({ body }, ended) => whenEnded(body, ended),
    discard: ({ body }) => body.destroy(),
  };
}

async function judged(reply: UpstreamReply, bound: Bound): Promise<Judged<UpstreamReply>> {
  const judgement = await bound.judge(reply);
  // Filled in place: a copy would lose what the judge learnt about the body.
  return Object.assign(reply, { judgement });
}

const COMPLAINT_BYTES_MAX = 1_048_576;

async function gathered(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > COMPLAINT_BYTES_MAX) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Read to its end, left by its reader, or broken off: only the last is a fault. */
function whenEnded(body: Readable, ended: (fault?: TransportFault) => void): void {
  finished(body, (error) => ended(error instanceof TransportFault ? error : undefined));
}

async function* withOwnErrors(body: Readable, translated: (fault: TransportFault) => unknown): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof TransportFault ? translated(error) : error;
  }
}

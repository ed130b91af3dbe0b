import type { Judged } from './attempt.ts';
import type { Dialect } from './dialect.ts';
import { PlatformCalls } from './platform-calls.ts';
import type { OpenedStream, Sender } from './sender.ts';
import type { Credentials, PlatformSession, UpstreamReply, UpstreamRequest } from './session.ts';

export interface ScriptedReply {
  status?: number;
  headers?: Record<string, string>;
  /** Text as it is, anything else as JSON, pieces one after the other. */
  body?: unknown;
  mayBeSecond?: true;
}

export interface Script {
  platform: string;
  dialect: Dialect;
  /** One reply a request, or what a function says; when there are none left, an empty object. */
  replies?: ScriptedReply[] | ((request: UpstreamRequest) => ScriptedReply);
  held?: Credentials;
  repeat?: 'safe' | 'never';
  renew?: () => Promise<Credentials>;
  options?: Record<string, string>;
}

/**
 * A session whose platform answers from a list, with the judging and reading of a real one: for answers no sandbox gives on
 * demand. What was sent is kept.
 */
export function scriptedSession({ platform, dialect, replies = [], held, repeat = 'safe', renew, options }: Script) {
  const sent: UpstreamRequest[] = [];
  const next = (request: UpstreamRequest): Required<Pick<ScriptedReply, 'status' | 'headers'>> & ScriptedReply => {
    sent.push(request);
    const reply = typeof replies === 'function' ? replies(request) : replies.shift();
    return { status: 200, headers: {}, body: {}, ...reply };
  };
  const sender: Sender = {
    async send(_, request, { judge }): Promise<Judged<UpstreamReply>> {
      const { body, ...rest } = next(request);
      const reply: UpstreamReply = { ...rest, body: bytesOf(body) };
      return Object.assign(reply, { judgement: await judge(reply) });
    },
    async stream(_, request, { judge }): Promise<OpenedStream> {
      const { body, ...head } = next(request);
      if (head.status === 200) return { ...head, body: piecesOf(body) };
      const refused: UpstreamReply = { ...head, body: bytesOf(body) };
      return { ...head, body: piecesOf(body), refused: Object.assign(refused, { judgement: await judge(refused) }) };
    },
    close: async () => {},
  };
  const credentials = async () => held ?? { access_token: 'a-token-of-the-script' };
  const { signal } = new AbortController();
  const calls = new PlatformCalls({
    platform,
    dialect,
    sender,
    signal,
    repeat,
    connectionId: 'c',
    credentials,
    secretsIn: (held) => Object.values(held).filter((value) => value !== undefined && value.length >= 8) as string[],
    renew,
  });
  const session: PlatformSession = Object.assign(calls, {
    mode: 'live' as const,
    prepare: calls.ask.bind(calls),
    hosts: { api: 'https://api.example', oauth: 'https://oauth.example', login: 'https://login.example' },
    workspaceId: '',
    spreadsheets: () => {
      throw new Error('no spreadsheets here');
    },
    options: options ?? {},
    credentials,
    signal,
    wait: async () => {},
    now: () => Date.UTC(2026, 0, 1),
    platformNow: () => Date.UTC(2026, 0, 1),
    fetchPublic: () => Promise.reject(new Error('not in the script')),
  });
  return { session, sent };
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function* piecesOf(body: unknown): AsyncGenerator<Buffer> {
  if (
    typeof body === 'object' &&
    body !== null &&
    !Buffer.isBuffer(body) &&
    (Symbol.asyncIterator in body || Symbol.iterator in body)
  ) {
    yield* body as AsyncIterable<Buffer>;
  } else {
    yield bytesOf(body);
  }
}

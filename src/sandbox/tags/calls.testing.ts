import { MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import { type Body, type PlatformOptions, type PlatformUnderTest, startPlatform } from '../platform.testing.ts';
import { signIn, USERS } from './seed.ts';

/** A little less than an access token lives. */
const TOKEN_MS = 50 * MINUTE_MS;

/** Fifteen calls a minute. */
const PACE_MS = 4 * SECOND_MS;

interface Reply {
  status: number;
  headers: Headers;
  body: Body;
}

type Who = keyof typeof USERS;

export interface TagsSandbox extends PlatformUnderTest {
  /** An access token of a person, or of a refresh token. */
  token(who?: Who, refreshToken?: string): Promise<string>;
  /** A call below `/tagmanager/v2/` by Acme's marketing; the clock first goes on by the pace that the quota allows. */
  call(method: string, path: string, body?: unknown, who?: Who): Promise<Reply>;
  /** The same without waiting. */
  callAtOnce(method: string, path: string, body?: unknown, who?: Who): Promise<Reply>;
  /** The body of a call that has to succeed. */
  ask(method: string, path: string, body?: unknown, who?: Who): Promise<Body>;
  send(method: string, path: string, token: string, body?: unknown): Promise<Reply>;
  turn(name: string, value: string): Promise<void>;
  /** Everything as seeded, with fresh sign-ins. */
  startOver(): Promise<void>;
}

export const C1 = 'accounts/6001000001/containers/7001';
export const W1 = `${C1}/workspaces/1`;

export async function startTags(options: PlatformOptions = {}): Promise<TagsSandbox> {
  const platform = await startPlatform('tags', options);
  const { origin, world } = platform;
  const held = new Map<Who, { token: string; until: number }>();

  const token: TagsSandbox['token'] = async (who = 'marketing', refreshToken) => {
    const form = { grant_type: 'refresh_token', ...signIn(world, USERS[who]) };
    const body = new URLSearchParams({ ...form, ...(refreshToken && { refresh_token: refreshToken }) });
    const reply = await fetch(`${origin}/token`, { method: 'POST', body });
    return ((await reply.json()) as { access_token: string }).access_token;
  };
  const send: TagsSandbox['send'] = async (method, path, bearer, body) => {
    const reply = await fetch(`${origin}/tagmanager/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = /json/.test(reply.headers.get('content-type') ?? '');
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
  };
  const callAtOnce: TagsSandbox['callAtOnce'] = async (method, path, body, who = 'marketing') => {
    let mine = held.get(who);
    if (!mine || mine.until < world.now()) {
      mine = { token: await token(who), until: world.now() + TOKEN_MS };
      held.set(who, mine);
    }
    return send(method, path, mine.token, body);
  };
  const call: TagsSandbox['call'] = (...args) => {
    platform.advance(PACE_MS);
    return callAtOnce(...args);
  };
  return {
    ...platform,
    token,
    send,
    call,
    callAtOnce,
    async ask(...args) {
      const { status, body } = await call(...args);
      if (status >= 300) throw new Error(`${args[0]} ${args[1]}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async turn(name, value) {
      await platform.control('PUT', '/switches', { platform: 'tags', name, value });
    },
    async startOver() {
      await platform.control('POST', '/reset');
      held.clear();
    },
  };
}

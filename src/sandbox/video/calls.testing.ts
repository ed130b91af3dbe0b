import { refuseEmptyParts } from '../empty-parts.testing.ts';
import { forTests } from '../for-tests.testing.ts';
import { type Body, type PlatformOptions, type PlatformUnderTest, startPlatform } from '../platform.testing.ts';
import { ACME } from './seed.ts';

export type Params = Record<string, unknown>;

export const US = ACME.advertisers[0]!.id;

/** Requests that are accepted as they stand, beside a name and, for the group, its campaign. */
export const GOOD = {
  campaign: { objective_type: 'TRAFFIC', budget_mode: 'BUDGET_MODE_INFINITE', operation_status: 'DISABLE' },
  group: {
    adgroup_name: 'G',
    promotion_type: 'WEBSITE',
    placements: ['PLACEMENT_TIKTOK'],
    location_ids: ['6252001'],
    budget_mode: 'BUDGET_MODE_DAY',
    budget: 20,
    schedule_type: 'SCHEDULE_FROM_NOW',
    schedule_start_time: '2026-11-16 00:00:00',
    optimization_goal: 'CLICK',
    billing_event: 'CPC',
    bid_type: 'BID_TYPE_NO_BID',
    pacing: 'PACING_MODE_SMOOTH',
  },
};

/** The platform as Acme's user calls it. */
export interface VideoSandbox extends PlatformUnderTest {
  /** `data` of a call that has to succeed; the advertiser is Acme's unless one is named. */
  get(path: string, params?: Params): Promise<Body>;
  post(path: string, body?: Params): Promise<Body>;
  /** `{code, message}` of a call that has to be refused. */
  refused(method: 'GET' | 'POST', path: string, params?: Params): Promise<Body>;
  send(method: 'GET' | 'POST', path: string, params?: Params, init?: RequestInit): Promise<Response>;
}

export const videoForTests = (options?: PlatformOptions): VideoSandbox => forTests(() => startVideo(options));

async function startVideo(options: PlatformOptions = {}): Promise<VideoSandbox> {
  const platform = await startPlatform('video', options);

  async function send(method: 'GET' | 'POST', path: string, params: Params = {}, init: RequestInit = {}) {
    const all: Params = { advertiser_id: US, ...params };
    const url = new URL(`${platform.origin}/open_api/v1.3/${path}/`);
    const headers = {
      'access-token': ACME.token,
      ...(init.body === undefined && { 'content-type': 'application/json' }),
    };
    if (method === 'GET') {
      for (const [name, value] of Object.entries(all))
        url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      return fetch(url, { headers, ...init });
    }
    return fetch(url, { method, headers, body: JSON.stringify(all), ...init });
  }
  async function envelope(method: 'GET' | 'POST', path: string, params?: Params): Promise<Body> {
    const reply = await send(method, path, params);
    const body = (await reply.json()) as Body;
    if (body.code !== 0) refuseEmptyParts({ code: body.code, message: body.message });
    // The platform takes ten calls a second, so a test that is faster waits.
    if (body.code !== 40100) return body;
    platform.waitOut(1000);
    return envelope(method, path, params);
  }
  async function succeed(method: 'GET' | 'POST', path: string, params?: Params): Promise<Body> {
    const body = await envelope(method, path, params);
    if (body.code !== 0) throw new Error(`${method} ${path} was refused: ${JSON.stringify(body)}`);
    return body.data;
  }
  return {
    ...platform,
    get: (path, params) => succeed('GET', path, params),
    post: (path, params) => succeed('POST', path, params),
    async refused(method, path, params) {
      const body = await envelope(method, path, params);
      if (body.code === 0) throw new Error(`${method} ${path} was not refused: ${JSON.stringify(body)}`);
      return { code: body.code, message: body.message };
    },
    send,
  };
}

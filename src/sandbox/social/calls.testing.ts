import { refuseEmptyParts } from '../empty-parts.testing.ts';
import { forTests } from '../for-tests.testing.ts';
import { type Body, type PlatformOptions, type PlatformUnderTest, startPlatform } from '../platform.testing.ts';
import { ACCOUNTS, ACME } from './seed.ts';

export type { Body } from '../platform.testing.ts';

interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

export type Params = Record<string, unknown>;

/** The platform as Acme's system user calls it. */
export interface SocialSandbox extends PlatformUnderTest {
  get(path: string, params?: Params): Promise<Body>;
  post(path: string, params?: Params): Promise<Body>;
  remove(path: string, params?: Params): Promise<Body>;
  /** The `error` of a call that has to be refused. */
  refused(method: string, path: string, params?: Params): Promise<Body>;
  send(method: string, path: string, params?: Params, init?: RequestInit): Promise<Answer>;
}

export const US = ACCOUNTS.us.id;
export const START = Date.parse('2026-11-15T15:00:00Z');

export const socialForTests = (options?: PlatformOptions): SocialSandbox => forTests(() => startSocial(options));

async function startSocial(options: PlatformOptions = {}): Promise<SocialSandbox> {
  const platform = await startPlatform('social', { startMs: START, ...options });

  async function send(method: string, path: string, params: Params = {}, init: RequestInit = {}): Promise<Answer> {
    const query = new URLSearchParams({ access_token: ACME.token });
    for (const [name, value] of Object.entries(params)) {
      // So that a test can take a parameter away from a good request.
      if (value === undefined) continue;
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const inBody = method === 'POST' && init.body === undefined;
    const response = await fetch(`${platform.origin}/v26.0/${path}${inBody ? '' : `?${query}`}`, {
      method,
      ...(inBody && { body: query }),
      ...init,
    });
    const body = (await response.json()) as Body;
    if (body?.error) refuseEmptyParts(body.error);
    return { status: response.status, headers: response.headers, body };
  }
  async function succeed(method: string, path: string, params?: Params): Promise<Body> {
    const { status, body } = await send(method, path, params);
    if (status !== 200) throw new Error(`${method} ${path} was refused: ${JSON.stringify(body)}`);
    return body;
  }
  return {
    ...platform,
    get: (path, params) => succeed('GET', path, params),
    post: (path, params) => succeed('POST', path, params),
    remove: (path, params) => succeed('DELETE', path, params),
    async refused(method, path, params) {
      const { body } = await send(method, path, params);
      if (body.error === undefined) throw new Error(`${method} ${path} was not refused: ${JSON.stringify(body)}`);
      return body.error;
    },
    send,
  };
}

export const TARGETING = { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } };

/** Bodies that the platform accepts; a test spoils one thing at a time. */
export const good = {
  campaign: {
    name: 'C',
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  },
  adSet: (campaign_id: string) => ({
    name: 'S',
    campaign_id,
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    daily_budget: 2000,
    status: 'ACTIVE',
    targeting: TARGETING,
  }),
  story: {
    page_id: ACCOUNTS.us.page,
    link_data: { link: 'https://acme.example', message: 'Hello', call_to_action: { type: 'LEARN_MORE' } },
  },
  feed: {
    bodies: [{ text: 'One' }, { text: 'Two' }],
    titles: [{ text: 'T' }],
    images: [{ url: 'https://acme.example/a.png' }],
    link_urls: [{ website_url: 'https://acme.example' }],
    call_to_action_types: ['SHOP_NOW'],
    ad_formats: ['SINGLE_IMAGE'],
  },
};

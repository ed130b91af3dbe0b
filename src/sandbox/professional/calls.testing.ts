import { DAY_MS } from '../../ambient.ts';
import { refuseEmptyParts } from '../empty-parts.testing.ts';
import { forTests } from '../for-tests.testing.ts';
import { type Body, type PlatformOptions, type PlatformUnderTest, startPlatform } from '../platform.testing.ts';
import { ACCOUNTS, ACME } from './seed.ts';

const VERSION = '202609';
export const US = ACCOUNTS.us.id;
export const ONE = `adAccounts/${US}`;
export const CAMPAIGNS = `${ONE}/adCampaigns`;
export const CREATIVES = `${ONE}/creatives`;
/** As it stands in addresses. */
export const ACCOUNT_URN = encodeURIComponent(`urn:li:sponsoredAccount:${US}`);
export const START = Date.parse('2026-11-15T17:30:00Z');

interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

interface CallOptions {
  body?: unknown;
  /** The protocol's name of what is asked. */
  method?: string;
  headers?: Record<string, string>;
  token?: string;
}

/** The platform as Acme's marketing calls it. */
export interface ProfessionalSandbox extends PlatformUnderTest {
  send(verb: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string): Promise<Body>;
  /** The id of what a create made. */
  create(path: string, body: unknown): Promise<string>;
  patch(path: string, set: Record<string, unknown>): Promise<void>;
  /** The answer to a call that has to be refused. */
  refused(verb: string, path: string, options?: CallOptions): Promise<Body>;
}

export const professionalForTests = (options?: PlatformOptions): ProfessionalSandbox =>
  forTests(() => startProfessional(options));

async function startProfessional(options: PlatformOptions = {}): Promise<ProfessionalSandbox> {
  const platform = await startPlatform('professional', { startMs: START, ...options });
  async function send(verb: string, path: string, given: CallOptions = {}): Promise<Answer> {
    const { body, method, headers, token = ACME.token } = given;
    const response = await fetch(`${platform.origin}/rest/${path}`, {
      method: verb,
      headers: {
        authorization: `Bearer ${token}`,
        'linkedin-version': VERSION,
        'x-restli-protocol-version': '2.0.0',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method && { 'x-restli-method': method }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    if (response.status >= 400) refuseEmptyParts(answer);
    return { status: response.status, headers: response.headers, body: answer };
  }
  async function succeed(verb: string, path: string, given?: CallOptions): Promise<Answer> {
    const answer = await send(verb, path, given);
    if (answer.status >= 300) throw new Error(`${verb} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }
  return {
    ...platform,
    send,
    get: async (path) => (await succeed('GET', path)).body,
    create: async (path, body) =>
      decodeURIComponent((await succeed('POST', path, { body })).headers.get('x-restli-id')!),
    patch: async (path, set) => {
      await succeed('POST', path, { body: { patch: { $set: set } }, method: 'PARTIAL_UPDATE' });
    },
    async refused(verb, path, given) {
      const { status, body } = await send(verb, path, given);
      if (status < 400) throw new Error(`${verb} ${path} was not refused: ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}

export const money = (amount: string, currencyCode = 'USD') => ({ amount, currencyCode });

/** Bodies that the platform accepts; a test spoils one thing at a time. */
export const good = {
  group: {
    account: `urn:li:sponsoredAccount:${US}`,
    name: 'G',
    status: 'ACTIVE',
    runSchedule: { start: START + DAY_MS },
  },
  campaign: (group: string) => ({
    account: `urn:li:sponsoredAccount:${US}`,
    campaignGroup: `urn:li:sponsoredCampaignGroup:${group}`,
    name: 'C',
    status: 'PAUSED',
    type: 'SPONSORED_UPDATES',
    format: 'STANDARD_UPDATE',
    objectiveType: 'WEBSITE_VISIT',
    optimizationTargetType: 'MAX_CLICK',
    costType: 'CPM',
    locale: { country: 'US', language: 'en' },
    dailyBudget: money('25.00'),
    runSchedule: { start: START + DAY_MS },
    offsiteDeliveryEnabled: false,
    audienceExpansionEnabled: false,
    politicalIntent: 'NOT_POLITICAL',
    associatedEntity: 'urn:li:organization:3000001',
    targetingCriteria: {
      include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:103644278'] } }] },
    },
  }),
};

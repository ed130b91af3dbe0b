import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, good, START, socialForTests, US } from '../../src/sandbox/social/calls.testing.ts';
import { operations } from '../../src/sandbox/social/graph/registry.ts';
import { ACCOUNTS, ACME, APPS } from '../../src/sandbox/social/seed.ts';
import type { Kind } from '../../src/sandbox/social/state/shapes.ts';
import { times } from '../seed.ts';

const graph = socialForTests();

const NAMES = [
  'fields limit after before filtering effective_status level breakdowns time_range date_preset time_increment sort summary name status objective',
  'special_ad_categories daily_budget lifetime_budget is_adset_budget_sharing_enabled campaign_id adset_id creative targeting optimization_goal',
  'billing_event bid_amount bid_strategy promoted_object start_time end_time object_story_spec asset_feed_spec degrees_of_freedom_spec adlabels',
  'bytes copy_from hash file_url upload_phase upload_session_id rule lookalike_spec origin_audience_id subtype retention_days payload type class q',
  'data test_event_code partner_agent aggregation dataset_id event_source_id custom_event_type questions privacy_policy locale field_data',
  'subscribed_fields callback_url verify_token object custom_disclaimer',
  'targeting_spec targeting_list interest_list business_app scope user tasks input_token client_id code grant_type execution_options updated_since',
]
  .join(' ')
  .split(' ');

const odd = fc.constantFrom(
  '',
  '[]',
  '{}',
  '[[[[',
  'null',
  '-1',
  '0',
  '1e999',
  '9'.repeat(30),
  '__proto__',
  'constructor',
  'toString',
  '{"__proto__":1}',
  'a{b{c{',
  '\ud800',
  '%00',
  'LOOKALIKE',
  'ACTIVE',
  'start',
  '[{"field":"constructor","operator":"constructor","value":{}}]',
);
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
const value = fc.oneof(odd, json, fc.string());
const params = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 8, noNullPrototype: true });

/** One object of each kind to aim at. */
async function targets(): Promise<Partial<Record<Kind | 'Root', string>>> {
  const first = async (edge: string) => (await graph.get(`${US}/${edge}`, { limit: 1 })).data[0].id;
  const [Campaign, AdSet, Ad, AdCreative, CustomAudience, AdVideo, AdsPixel] = await Promise.all(
    ['campaigns', 'adsets', 'ads', 'adcreatives', 'customaudiences', 'advideos', 'adspixels'].map(first),
  );
  const AdReportRun = (await graph.post(`${US}/insights`, { date_preset: 'last_3d' })).report_run_id;
  return {
    Root: '',
    AdAccount: US,
    Campaign,
    AdSet,
    Ad,
    AdCreative,
    CustomAudience,
    AdVideo,
    AdReportRun,
    AdsPixel,
    LeadgenForm: '301000000000001',
    Application: APPS.main.id,
    Business: ACME.business,
    SystemUser: ACME.systemUsers[1]!.id,
    Page: ACCOUNTS.us.page,
  };
}

test('whatever is sent, the answer is data or a worded refusal, never a fault of the emulator', async () => {
  const known = await targets();
  const calls = operations.filter(
    ({ on, edge }) => known[on] !== undefined && edge !== 'access_tokens' && edge !== 'oauth/revoke',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls),
      params,
      fc.boolean(),
      async ({ method, on, edge }, sent, validateOnly) => {
        // The limit on calls drains with time.
        graph.advance(1000);
        const path = [known[on], edge].filter(Boolean).join('/');
        const { status, body } = await graph.send(method, path, {
          ...sent,
          ...(validateOnly && { execution_options: ['validate_only'] }),
        });
        const worded = (body as Body).error?.fbtrace_id !== undefined;
        expect(status === 200 || worded, `${method} ${path} ${JSON.stringify(sent)} gave ${JSON.stringify(body)}`).toBe(
          true,
        );
      },
    ),
    { numRuns: times(2000) },
  );
}, 120_000);

/** Puts a value somewhere inside; `where` chooses the key at each depth, and how deep. */
function spoiled(body: unknown, where: readonly number[], value: unknown): unknown {
  const [first, ...rest] = where;
  if (first === undefined || typeof body !== 'object' || body === null) return value;
  const keys = Object.keys(body);
  if (keys.length === 0) return value;
  const key = keys[first % keys.length]!;
  const inner = spoiled((body as Record<string, unknown>)[key], rest, value);
  return Array.isArray(body)
    ? body.map((item, index) => (String(index) === key ? inner : item))
    : { ...body, [key]: inner };
}

test('a good body with one thing wrong anywhere inside is taken or refused in words', async () => {
  const known = await targets();
  const pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
  const rule = {
    inclusions: {
      operator: 'or',
      rules: [
        {
          event_sources: [{ id: pixel, type: 'pixel' }],
          retention_seconds: 86_400,
          filter: { operator: 'and', filters: [] },
        },
      ],
    },
  };
  const bodies: [string, Record<string, unknown>][] = [
    ['campaigns', good.campaign],
    [
      'adsets',
      {
        ...good.adSet(known.Campaign!),
        daily_budget: 2000,
        promoted_object: { pixel_id: pixel },
        attribution_spec: [{}],
      },
    ],
    ['ads', { name: 'A', adset_id: known.AdSet, creative: { name: 'K', object_story_spec: good.story } }],
    [
      'adcreatives',
      {
        name: 'K',
        object_story_spec: good.story,
        degrees_of_freedom_spec: { creative_features_spec: { enhance_cta: { enroll_status: 'OPT_IN' } } },
      },
    ],
    ['adcreatives', { name: 'K', object_story_spec: { page_id: ACCOUNTS.us.page }, asset_feed_spec: good.feed }],
    ['customaudiences', { name: 'W', rule }],
    [
      'customaudiences',
      {
        name: 'L',
        subtype: 'LOOKALIKE',
        origin_audience_id: known.CustomAudience,
        lookalike_spec: { ratio: 0.01, location_spec: { geo_locations: { countries: ['US'] } } },
      },
    ],
  ];
  const hash = 'a'.repeat(64);
  const event = {
    event_name: 'Purchase',
    event_time: Math.floor(START / 1000),
    action_source: 'website',
    event_source_url: 'https://acme.example',
    user_data: { em: [hash], client_user_agent: 'x', fbc: `fb.1.${START}.x`, lead_id: '1' },
    custom_data: { value: 1, currency: 'USD' },
  };
  const { access_token } = await graph.get(ACCOUNTS.us.page, { fields: 'access_token' });
  const form = {
    name: 'F',
    access_token,
    questions: [{ type: 'EMAIL' }, { type: 'CUSTOM', label: 'Q', options: [{ value: 'a' }, { value: 'b' }] }],
    privacy_policy: { url: 'https://acme.example/privacy', link_text: 'x' },
    custom_disclaimer: { title: 't', checkboxes: [{ key: 'k', text: 'x' }] },
  };
  bodies.push(
    ['customconversions', { name: 'C', event_source_id: pixel, rule: { and: [{ event: { eq: 'Lead' } }] } }],
    [`../${pixel}/events`, { data: [event] }],
    [`../${ACCOUNTS.us.page}/leadgen_forms`, form],
  );
  const strange = fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bodies),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }),
      strange,
      async ([edge, body], where, value) => {
        graph.advance(1000);
        const sent = spoiled(body, where, value) as Record<string, unknown>;
        const { status, body: answer } = await graph.send('POST', `${US}/${edge}`, sent);
        expect(
          status === 200 || (answer as Body).error?.fbtrace_id !== undefined,
          `${edge} ${JSON.stringify(sent)} gave ${JSON.stringify(answer)}`,
        ).toBe(true);
        // What was taken must also be readable, with all that is worked out from it.
        const fields = READ_BACK[edge.split('/').at(-1)!];
        if (status === 200 && fields) await graph.get(answer.id, { fields });
      },
    ),
    { numRuns: times(2000) },
  );
}, 120_000);

const READ_BACK: Record<string, string> = {
  campaigns: 'name,effective_status,start_time,budget_remaining,insights{spend}',
  adsets: 'name,targeting,effective_status,end_time,budget_remaining,delivery_estimate,insights{spend}',
  ads: 'name,effective_status,creative{body,title,thumbnail_url,image_url,object_type},insights{spend}',
  adcreatives:
    'name,body,title,call_to_action_type,thumbnail_url,asset_feed_spec,object_type,video_id,degrees_of_freedom_spec',
  customconversions: 'name,rule,pixel,custom_event_type,default_conversion_value',
  leadgen_forms: 'name,questions,legal_content,privacy_policy_url,leads_count',
  customaudiences: 'name,rule,lookalike_spec,delivery_status,approximate_count_lower_bound',
};

test("broken bodies are refused in the platform's words", async () => {
  const post = async (type: string, body: string) => {
    const answer = await fetch(`${graph.origin}/v26.0/${US}/campaigns?access_token=${ACME.token}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    return { status: answer.status, ...((await answer.json()) as Body) };
  };
  for (const [type, body] of [
    ['application/json', '{'],
    ['application/json', '[1]'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', '--b\r\nx'],
    ['text/plain', 'a=%ff'],
  ] as const) {
    expect(await post(type, body), `${type} ${body}`).toMatchObject({ status: 400, error: { code: 100 } });
  }
});

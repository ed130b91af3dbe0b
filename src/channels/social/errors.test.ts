import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../ambient.ts';
import { failureOf as failureFrom, judge } from '../../upstream/dialect.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { complaintOf, ERRORS, isOtherKind, isTooMuchData, usageOf } from './errors.ts';

const reply = (error: unknown, status = 400, headers: Record<string, string> = {}): UpstreamReply => ({
  status,
  headers,
  body: Buffer.alloc(0),
  json: error === undefined ? undefined : { error },
});
const failureOf = (answer: UpstreamReply) => failureFrom('social', ERRORS, complaintOf(answer)!, answer.status);
const judgementOf = (answer: UpstreamReply) => judge(ERRORS, complaintOf(answer)!, answer.status);
const codeOf = (code: number, error_subcode?: number, status = 400) =>
  failureOf(reply({ code, message: 'x', ...(error_subcode && { error_subcode }) }, status)).code;

test('throttling is recognised by its codes, although it comes as HTTP 400', () => {
  const codes = [4, 17, 32, 613, 341, ...Array.from({ length: 15 }, (_, index) => 80_000 + index)];
  for (const code of codes) expect(codeOf(code), String(code)).toBe('rate_limited');
});

test('how long to wait comes from the usage headers, else from what is known of the limit', () => {
  const entry = { type: 'ads_management', call_count: 100, estimated_time_to_regain_access: 7 };
  const headers = { 'x-business-use-case-usage': JSON.stringify({ 1: [entry] }) };
  expect(failureOf(reply({ code: 80004, message: 'x' }, 400, headers)).details.retryAfterS).toBe(420);
  expect(judgementOf(reply({ code: 80004, message: 'x' }, 400, headers))).toEqual({ is: 'busy', waitMs: 420_000 });
  expect(failureOf(reply({ code: 613, error_subcode: 1487632, message: 'x' })).details.retryAfterS).toBe(3600);
});

test('a block of a person or account is not an expired token', () => {
  expect(codeOf(368)).toBe('policy_rejected');
  expect(codeOf(190, 459)).toBe('account_problem');
  expect(codeOf(31, 3858385, 200)).toBe('account_problem');
  expect(codeOf(190, 463)).toBe('token_expired');
  expect(codeOf(190, 460)).toBe('token_expired');
});

test('a token that cannot be renewed is a refusal: it is not exchanged, and nothing is sent again', () => {
  const judged = (error_subcode?: number) => judgementOf(reply({ code: 190, error_subcode, message: 'x' }, 401)).is;
  for (const subcode of [458, 460, 463, 467]) expect(judged(subcode), String(subcode)).toBe('refused');
  expect(judged()).toBe('expired');
});

test('permissions, missing objects, dead versions and bad requests each have their name', () => {
  expect(codeOf(10)).toBe('permission_denied');
  expect(codeOf(273)).toBe('permission_denied');
  for (const subcode of [1815045, 1815199, 1815694, 1885183, 2446880, 2446885, 2708008, 3191001])
    expect(codeOf(100, subcode), String(subcode)).toBe('permission_denied');
  expect(codeOf(100, 33)).toBe('not_found');
  expect(codeOf(2635)).toBe('unsupported');
  expect(codeOf(100, 1885621)).toBe('invalid_arguments');
  expect(codeOf(987654)).toBe('invalid_arguments');
});

test('a limit stays a limit under any subcode, and its advice agrees with its wait', () => {
  const { details } = failureOf(reply({ code: 4, error_subcode: 2446079, message: 'x' }));
  expect(details).toMatchObject({ code: 'rate_limited', retryAfterS: 600 });
  expect(details.nextStep).not.toContain('five minutes');
});

test('a passing fault may be tried again, whether the code or the platform says that it passes', () => {
  expect(judgementOf(reply({ code: 2, message: 'x' }, 500)).is).toBe('broken');
  expect(judgementOf(reply({ code: 987654, message: 'x', is_transient: true })).is).toBe('broken');
  expect(judgementOf(reply({ code: 1, message: 'Please reduce the amount of data' }, 500)).is).toBe('refused');
  expect(failureOf(reply({ code: 2, message: 'x' }, 500))).toMatchObject({
    code: 'upstream_unavailable',
    retryable: true,
  });
});

test('the blamed field is named, whether in error_data, in JSON inside it, or only in the text', () => {
  const field = (error: Record<string, unknown>) => {
    return failureOf(reply({ code: 100, message: 'x', ...error })).details.problems?.[0]?.field;
  };
  expect(field({ error_data: { blame_field_specs: [['targeting_spec', 'interested_in']] } })).toBe(
    'targeting.interested_in',
  );
  expect(field({ error_data: '{"blame_field_specs":[["daily_budget"]]}' })).toBe('daily_budget');
  expect(field({ message: '(#100) Param bid_amount must be an integer' })).toBe('bid_amount');
  expect(field({ message: 'Invalid parameter' })).toBeUndefined();
});

test('an error can come with HTTP 200, and a fault without any body', () => {
  expect(complaintOf(reply({ code: 31, message: 'verify' }, 200))).toMatchObject({ code: 31 });
  expect(complaintOf({ ...reply(undefined, 200), json: { data: [] } })).toBeUndefined();
  expect(failureOf(reply(undefined, 502)).code).toBe('upstream_unavailable');
});

test('every entry of the table says what it means, why, and what to do', () => {
  for (const { code, subcode, meaning, cause, nextStep } of ERRORS.entries) {
    expect(
      [meaning, cause, nextStep].every((words) => words.length > 3),
      `${code}/${subcode}`,
    ).toBe(true);
  }
  const keys = ERRORS.entries.map(({ code, subcode }) => `${code}/${subcode}`);
  expect(new Set(keys).size).toBe(keys.length);
});

const usage = (headers: Record<string, unknown>) =>
  usageOf({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, JSON.stringify(value)])),
  });

test('the fullest of all counters counts', () => {
  expect(usage({ 'x-app-usage': { call_count: 28, total_time: 91, total_cputime: 25 } })).toEqual({ fraction: 0.91 });
  expect(
    usage({
      'x-ad-account-usage': { acc_id_util_pct: 9.67, reset_time_duration: 100 },
      'x-fb-ads-insights-throttle': { app_id_util_pct: 80, acc_id_util_pct: 10 },
    }),
  ).toEqual({ fraction: 0.8 });
});

test('one header tells minutes, the other seconds and only at its limit', () => {
  const entry = { type: 'ads_management', call_count: 95, estimated_time_to_regain_access: 19 };
  expect(usage({ 'x-business-use-case-usage': { 123: [entry] } })).toEqual({ fraction: 0.95, waitMs: 19 * MINUTE_MS });
  expect(usage({ 'x-ad-account-usage': { acc_id_util_pct: 100, reset_time_duration: 100 } })).toEqual({
    fraction: 1,
    waitMs: 100_000,
  });
});

test('no header, or one that is no JSON, says nothing', () => {
  expect(usageOf({ headers: {} })).toBeUndefined();
  expect(usageOf({ headers: { 'x-app-usage': '{broken' } })).toBeUndefined();
});

test.each([
  [199, 'HTTP 199'],
  [200, undefined],
  [299, undefined],
  [300, 'HTTP 300'],
  [502, 'HTTP 502'],
])('an answer without a complaint and the status %d says %s', (status, message) => {
  expect(complaintOf(reply(undefined, status))?.message).toBe(message);
});

const NODE = '(#100) Tried accessing nonexisting field (budget) on node type (Page)';

test.each([
  [NODE, 'missing', `The id leads to a node of type Page: ${NODE}`],
  ['Unknown path components: /ads', 'missing', 'The id leads to another kind of thing: Unknown path components: /ads'],
  ['See Unknown path components: /ads', undefined, 'See Unknown path components: /ads'],
])('%s is of the kind %s', (message, kind, told) => {
  expect(complaintOf(reply({ code: 100, message, fbtrace_id: 't' }))).toMatchObject({
    code: 100,
    traceId: 't',
    message: told,
  });
  expect(complaintOf(reply({ code: 100, message }))?.kind).toBe(kind);
});

test('an id of another kind, and a page too large, are told from other refusals', () => {
  const of = (code: number, message: string) => failureOf(reply({ code, message }));
  expect([of(100, NODE), of(100, 'x'), new Error(NODE)].map(isOtherKind)).toEqual([true, false, false]);
  const large = 'Please reduce the amount of data';
  expect([of(1, large), of(1, 'x'), of(2, large), new Error(large)].map(isTooMuchData)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([complaintOf(reply({ code: 1, message: 'x' })), complaintOf(reply({ code: 2, message: large }))]).toEqual([
    expect.objectContaining({ kind: undefined }),
    expect.objectContaining({ kind: undefined }),
  ]);
});

test.each([
  [{ error_user_title: 'Title', error_user_msg: 'words' }, 'Title: words'],
  [{ error_user_msg: 'words' }, 'words'],
  [{}, 'x'],
])('of %j people are told %s', (said, message) => {
  expect(complaintOf(reply({ code: 100, message: 'x', ...said }))?.message).toBe(message);
});

const blaming = (...path: string[]) => ({ error_data: { blame_field_specs: [path] } });

test.each([
  [blaming('call_to_action'), ['button']],
  [blaming('link_data', 'call_to_action', 'type'), ['button']],
  [blaming('my_call_to_action'), ['my_call_to_action']],
  [blaming('a', 'targeting_spec', 'b'), ['a.targeting_spec.b']],
  [blaming('a', 'asset_feed_spec', 'b'), ['a.asset_feed_spec.b']],
  [blaming('asset_feed_spec', 'bodies'), ['bodies']],
  [blaming('adset_id'), ['ad_set_id']],
  [{ message: 'Parameter bid_amount is wrong' }, ['bid_amount']],
  [{ message: 'parameter bid_amount is wrong' }, ['bid_amount']],
  [{ message: 'The field (daily_budget) is wrong' }, ['daily_budget']],
  [{ message: 'Param name is wrong' }, []],
  [{ error_subcode: 2909034 }, ['special_ad_categories']],
  [{ code: 2606 }, ['format']],
  [{ message: 'Param bid_amount', error_subcode: 2804009 }, ['bid_amount', 'value']],
])('%j blames %j', (said, fields) => {
  const { problems } = complaintOf(reply({ code: 100, message: 'x', ...said }))!;
  expect(problems?.map(({ field }) => field)).toEqual(fields);
});

test.each([
  [{ 'x-app-usage': '{"call_count":50}', 'x-ad-account-usage': '{"acc_id_util_pct":20}' }, { fraction: 0.5 }],
  [{ 'x-app-usage': 'null' }, undefined],
  [{ 'x-app-usage': '7' }, undefined],
  [{ 'x-app-usage': '{"call_count":"50","total_time":-3}' }, { fraction: 0 }],
  [{ 'x-business-use-case-usage': '{"1":[null,5]}' }, undefined],
  [
    {
      'x-app-usage': '{"call_count":10}',
      'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":2}]}',
    },
    { fraction: 0.1, waitMs: 2 * MINUTE_MS },
  ],
  [{}, undefined],
])('the usage in %j is %j', (headers, usage) => {
  expect(usageOf({ headers })).toEqual(usage);
});

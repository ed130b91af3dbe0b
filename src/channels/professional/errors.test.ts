import { expect, test } from 'vitest';
import { failureOf } from '../../upstream/dialect.ts';
import { argumentOf, complaintOf, ERRORS, traceOf } from './errors.ts';

function failed(status: number, json: unknown, headers: Record<string, string> = {}) {
  const reply = { status, headers, body: Buffer.from(JSON.stringify(json) ?? '<html>'), json };
  return failureOf('professional', ERRORS, complaintOf(reply)!, status).details;
}

test('both layers name our arguments', () => {
  const schema = failed(422, {
    status: 422,
    message:
      'ERROR :: /objectiveType :: "X" is not an enum symbol\nERROR :: /runSchedule/end :: "x" cannot be coerced\n',
  });
  expect(schema.problems?.map(({ field }) => field)).toEqual(['objective_type', 'run_schedule_end']);
  const service = failed(400, {
    status: 400,
    code: 'MULTIPLE_VALIDATIONS_FAILED',
    message: 'Multiple errors',
    errorDetails: {
      inputErrors: [{ description: 'too low', input: { inputPath: { fieldPath: '/Campaign/dailyBudget/amount' } } }],
      conditionalInputErrors: [
        { description: 'not so', input: { inputPath: { fieldPath: '/CampaignGroup/totalBudget/currencyCode' } } },
      ],
    },
  });
  expect(service).toMatchObject({ code: 'invalid_arguments', upstream: { code: 'MULTIPLE_VALIDATIONS_FAILED' } });
  expect(service.problems?.map(({ field }) => field)).toEqual(['daily_budget_amount', 'total_budget_currency']);
  const description = '/Campaign/objectiveType cannot be set to A if /CampaignGroup/objectiveType is set to B';
  const copied = failed(400, {
    status: 400,
    code: 'CONDITIONAL_INVALID_VALUE',
    message: description,
    errorDetails: {
      conditionalInputErrors: [{ description, input: { inputPath: { fieldPath: '/Campaign/objectiveType' } } }],
    },
  });
  expect(copied.problems?.map(({ field }) => field)).toEqual(['objective_type', 'campaign_group_id']);
});

test('a dead version is the service, a quota of the day ends at midnight UTC, a data limit in minutes', () => {
  const dead = failed(426, {
    status: 426,
    code: 'NONEXISTENT_VERSION',
    message: 'Requested version 20240101 is not active',
  });
  expect(dead).toMatchObject({ code: 'unsupported', nextStep: 'Update the service.' });
  const date = 'Sun, 15 Nov 2026 23:00:00 GMT';
  const day = {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'throttle APPLICATION_AND_MEMBER DAY limit is reached',
  };
  expect(failed(429, day, { date })).toMatchObject({ code: 'rate_limited', retryAfterS: 3600 });
  const volume = { status: 429, message: 'the data request limit has been exceeded: 45 million metric values' };
  expect(failed(429, volume, { date })).toMatchObject({ code: 'rate_limited', retryAfterS: 330 });
});

test('an older shape and a page instead of JSON are understood as well', () => {
  expect(failed(403, { status: 403, serviceErrorCode: 100, message: 'Not enough permissions' })).toMatchObject({
    code: 'permission_denied',
  });
  expect(failed(401, { status: 401, serviceErrorCode: 65602, message: 'expired' })).toMatchObject({
    code: 'token_expired',
  });
  expect(failed(502, undefined)).toMatchObject({ code: 'upstream_unavailable', retryable: true });
});

test.each([
  ['/CampaignGroup/id', 'campaign_group_id'],
  ['/SponsoredMessageContent/root/text', 'conversation'],
  ['/Campaign/runSchedule/end', 'run_schedule_end'],
  ['/Campaign/runSchedule', 'run_schedule_start'],
  ['/runSchedule/start', 'run_schedule_start'],
  ['/Campaign/totalBudget/amount', 'total_budget_amount'],
  ['/Campaign/unitCost/currencyCode', 'unit_cost_currency'],
  ['/Campaign/unitCost/amount', 'unit_cost_amount'],
  ['/Campaign/targetingCriteria/include', 'targeting'],
  ['/Campaign/campaignGroup', 'campaign_group_id'],
  ['/Creative/campaign', 'campaign_id'],
  ['/Creative/intendedStatus', 'status'],
  ['/Campaign/status', 'status'],
  ['/Campaign/locale/country', 'locale_language'],
  ['/Creative/leadgenCallToAction/destination', 'lead_form_id'],
  ['/CampaignGroup/budgetOptimization/x', 'bid_strategy'],
  ['/Creative/content/textAd/headline', 'headline'],
  ['/Creative/content/textAd/description', 'description'],
  ['/Creative/content/textAd/landingPage', 'landing_page_url'],
  ['/contentLandingPage', 'landing_page_url'],
  ['/contentCallToActionLabel', 'button'],
  ['/commentary', 'intro_text'],
  ['/InMailContent/htmlBody', 'body_html'],
  ['/InMailContent/subContent/guidedReplies', 'conversation'],
  ['/InMailContent/subContent/regular/callToActionText', 'button_text'],
  ['/InMailContent/subContent/regular', 'landing_page_url'],
  ['/conversionHappenedAt', 'happened_at'],
  ['/conversionValue/currencyCode', 'value.currency'],
  ['/conversionValue/amount', 'value.amount'],
  ['/user/lead', 'lead'],
  ['/user/externalIds/0', 'person.external_id'],
  ['/user/userIds', 'person'],
  ['/userName', 'user_name'],
  ['/Creative/content/reference', 'campaign_id'],
  ['/Account/notifiedOnEndOfCampaign/x', 'notified_on_end_of_campaign'],
  ['name/Campaign/x', 'name'],
  ['name', 'name'],
  ['', undefined],
  ['/Campaign', undefined],
  ['/Elsewhere/field', undefined],
])('%s is the argument %s', (path, argument) => {
  expect(argumentOf(path)).toBe(argument);
});

test.each([
  ['the MINUTE limit', 60_000],
  ['the SECOND limit', 1000],
  ['a limit', undefined],
])('%s is waited for %s ms', (message, waitMs) => {
  const headers = { date: 'Sun, 15 Nov 2026 23:00:00 GMT' };
  const complaint = (status: number) => complaintOf({ status, headers, body: Buffer.alloc(0), json: { message } });
  expect(complaint(429)?.waitMs).toBe(waitMs);
  expect(complaint(400)?.waitMs).toBeUndefined();
});

test.each([
  [{ message: ' ' }, 'HTTP 403', []],
  [{ message: ' words ' }, 'words', []],
  [{ message: 'not before 1700000000000, not 12' }, 'not before 2023-11-14T22:13:20.000Z, not 12', []],
  [
    { message: '/Creative/content/textAd/headline is too long' },
    '/Creative/content/textAd/headline is too long',
    [{ field: 'headline', message: '/Creative/content/textAd/headline is too long' }],
  ],
  [{ message: 'See /Creative/name here' }, 'See /Creative/name here', []],
  [{ message: 'ERROR :: /Elsewhere :: is wrong' }, 'ERROR :: /Elsewhere :: is wrong', []],
  [{ message: 'ERROR :: /name :: is wrong' }, 'ERROR :: /name :: is wrong', [{ field: 'name', message: 'is wrong' }]],
  [{ message: 'm', errorDetails: { inputErrors: [{ description: 'd' }, { description: 'd', input: {} }] } }, 'm', []],
  [undefined, 'HTTP 403', []],
])('%j is told as %s with the problems %j', (json, message, problems) => {
  expect(complaintOf({ status: 403, headers: {}, body: Buffer.alloc(0), json })).toMatchObject({ message, problems });
});

test('an unknown rule is no lack of rights, and a redirect no success', () => {
  expect(failed(403, { status: 403, message: 'No ad accounts found for it' }).code).toBe('not_found');
  const said = (status: number) => complaintOf({ status, headers: {}, body: Buffer.alloc(0) })?.message;
  expect([199, 200, 299, 300].map(said)).toEqual(['HTTP 199', undefined, undefined, 'HTTP 300']);
});

test('the trace is the request id, or else the uuid', () => {
  expect(traceOf({ headers: { 'x-li-request-id': 'r', 'x-li-uuid': 'u' } })).toBe('r');
  expect(traceOf({ headers: { 'x-li-uuid': 'u' } })).toBe('u');
});

import { expect, test } from 'vitest';
import { failureOf } from '../../upstream/dialect.ts';
import { complaintOf, ERRORS } from './errors.ts';

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

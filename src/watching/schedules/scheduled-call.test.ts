import { expect, test } from 'vitest';
import { Failure, invalidArguments } from '../../errors.ts';
import { within } from './scheduled-call.ts';

test('a refusal names its fields by their place in the arguments, and one without fields stays as it is', () => {
  const details = { message: 'Away.', nextStep: 'Wait.', retryable: true };
  const away = new Failure({ ...details, code: 'upstream_unavailable' });
  expect(within(away)).toBe(away);
  const problems = [{ field: 'name', message: 'is taken' }];
  const named = [{ field: 'arguments.name', message: 'is taken' }];
  expect(within(invalidArguments(problems))).toMatchObject({ code: 'invalid_arguments', details: { problems: named } });
  expect(within(new Failure({ ...details, code: 'conflict', problems }))).toMatchObject({
    code: 'conflict',
    details: { ...details, problems: named },
  });
});

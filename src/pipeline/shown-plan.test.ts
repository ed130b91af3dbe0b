import { expect, test } from 'vitest';
import type { Plan } from '../plans/plan.ts';
import { toolOf, trains } from './pipeline.testing.ts';
import { shortValue, shownPlan } from './shown-plan.ts';

const REQUEST = { method: 'POST', path: '/users', body: { emails: ['digest'] } };
const tool = (personal: string[] = []) =>
  toolOf(trains as never, { title: 'Change a train', access: 'write', personal });

function shown(facts: object, more: Partial<Plan> = {}, of = tool()) {
  const whole = {
    account: '1',
    difference: {},
    request: REQUEST,
    platformChecked: false,
    cannotBeUndone: [],
    ...facts,
  };
  const plan = { id: 'plan_1', hash: 'ab'.repeat(32), channel: 'trains', tool: 'x', class: 'change', expiresAt: 0 };
  return shownPlan({ ...plan, state: 'waiting', facts: whole, ...more } as unknown as Plan, of, 'https://a.example/1');
}

test('of a request with people nothing is shown but where it goes', () => {
  expect(shown({}).request).toEqual(REQUEST);
  expect(shown({}, {}, tool(['emails'])).request).toEqual({ method: 'POST', path: '/users' });
});

test('a secret in an address is not shown, wherever the plan has it', () => {
  const url = 'https://shop.example/?access_token=s3cret&utm=1';
  const text = JSON.stringify(
    shown(
      { difference: { url: { from: 'https://kim:s3cret@shop.example/', to: url } } },
      { reason: url, result: { url } },
    ),
  );
  expect(text).not.toContain('s3cret');
  expect(text).toContain('utm=1');
});

test('the summary tells six fields, and cuts long values', () => {
  const long = 'x'.repeat(61);
  const fields = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}`, { from: at, to: long }]));
  const { summary } = shown({ difference: fields });
  expect(summary).toMatch(/^Change a train: f0 0 → x{60}…, f1 /);
  expect(summary).toMatch(/…, f5 5 → x{60}… and 2 more$/);
  expect(shown({}).summary).toBe('Change a train');
  expect(shortValue('x'.repeat(60))).toBe('x'.repeat(60));
  expect([shortValue({ amount: '5', currency: 'USD' }), shortValue(undefined)]).toEqual(['5 USD', 'nothing']);
});

test('only a plan that waits leads to the approvals page, and only one that is open has an end', () => {
  expect(shown({})).toMatchObject({ approve_url: 'https://a.example/1', expires_at: '1970-01-01T00:00:00.000Z' });
  const applied = shown({}, { state: 'applied' });
  expect([applied.approve_url, applied.expires_at]).toEqual([undefined, undefined]);
  expect(shown({}, { state: 'planned' })).not.toHaveProperty('approve_url');
});

import { describe, expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import { channel } from '../channel.ts';
import { SocialClient } from '../client.ts';
import { renewToken } from '../oauth.ts';
import { accountState, adAccountOf } from './account.ts';
import { refuseCampaignBudget, refuseSecondBudget, refuseStrategyWithoutBudget, roasProblems } from './budget.ts';
import { defaultValue, shownAction } from './conversion-action.ts';
import { isoTime } from './fields.ts';
import { lookAtReport } from './insights.ts';
import { generateToken, tokenStatus } from './token.ts';

function scripted(replies: { status?: number; body: unknown }[], held: Record<string, string> = {}) {
  const { session, sent } = scriptedSession({
    platform: 'social',
    dialect: channel.dialect!,
    replies,
    held: { access_token: 'a-token-that-lives', ...held },
  });
  return { client: new SocialClient(session), session, sent };
}

describe('a report in the background', () => {
  const look = (body: object) => lookAtReport(scripted([{ body }]).client, '1', '9');

  test.each([
    ['Job Completed', 100, true],
    ['Job Completed', 99, false],
    ['Job Running', 100, false],
  ])('in the state %s at %i %% is done: %s', async (state, percent, done) => {
    expect(await look({ async_status: state, async_percent_completion: percent })).toEqual({ done, percent, state });
  });

  test.each([
    [{ async_status: 'Job Failed' }, 'The report ended as "Job Failed".'],
    [{ async_status: 'Job Skipped', error_message: 'No reason.' }, 'No reason.'],
  ])('that failed is told with its reason: %j', async (body, words) => {
    const error = await look(body).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(Failure);
    expect(JSON.stringify((error as Failure).details)).toContain(JSON.stringify(words).slice(1, -1));
    expect((error as Failure).details.upstream).toMatchObject({ subcode: 2490547 });
  });

  test('keeps the number that the platform gives its failure', async () => {
    const error = await look({ async_status: 'Job Failed', error_code: 100, error_subcode: 1487534 }).catch(
      (one) => one,
    );
    expect(error.details.upstream).toMatchObject({ code: 100, subcode: 1487534 });
  });
});

test('a moment that no calendar has is shown all the same', () => {
  expect(isoTime(1e14)).toBe('9999-12-31T23:59:59.999Z');
  expect(isoTime(0)).toBeUndefined();
});

describe('tokens', () => {
  test('of other people are made with the app and its secret only', async () => {
    for (const held of [{}, { app_id: '5' }, { app_secret: 's' }] as Record<string, string>[]) {
      const { client, sent } = scripted([], held);
      await expect(generateToken(client, '7', { scopes: [], expiring: true })).rejects.toMatchObject({
        code: 'account_problem',
      });
      expect(sent).toEqual([]);
    }
  });

  test('are given out although they cannot be looked at afterwards', async () => {
    const replies = [
      { body: { access_token: 'a-token-that-is-new' } },
      { status: 400, body: { error: { code: 100, message: 'x' } } },
    ];
    const { client, sent } = scripted(replies, { app_id: '5', app_secret: 'a-secret-of-the-app' });
    const made = await generateToken(client, '7', { scopes: ['ads_read'], expiring: true });
    expect(made).toEqual({ access_token: 'a-token-that-is-new', facts: undefined });
    expect(String(sent[0]!.body)).toContain('set_token_expires_in_60_days');
  });

  test('are asked about in the name of the app where there is one, and of themselves otherwise', async () => {
    const asker = async (held: Record<string, string>) => {
      const { client, sent } = scripted([{ body: { data: { is_valid: true } } }], held);
      await tokenStatus(client);
      return sent[0]!.headers?.authorization;
    };
    expect(await asker({ access_token: 'a-token-alone-1', app_id: '5' })).toBe('Bearer a-token-alone-1');
    expect(await asker({ access_token: 'a-token-of-app-2', app_id: '5', app_secret: 'secret-of-app' })).toBe(
      'Bearer 5|secret-of-app',
    );
  });

  const renewed = (reply: { status?: number; body: unknown }, more: Record<string, string> = {}) => {
    const held = { access_token: 'a-token-that-lives', app_id: '5', app_secret: 'a-secret', ...more };
    const { session, sent } = scripted([reply], held);
    return { sent, renewal: renewToken(held, session), held };
  };

  test('of system users are asked for sixty days, and one without an end has none', async () => {
    const body = { access_token: 'a-newer-token' };
    const { sent, renewal } = renewed({ body }, { token_kind: 'SYSTEM_USER' });
    expect(await renewal).toMatchObject({ access_token: 'a-newer-token', expires_at: undefined });
    expect(sent[0]!.url).toContain('set_token_expires_in_60_days=true');
    const user = renewed({ body: { ...body, expires_in: 60 } });
    expect(await user.renewal).toMatchObject({ expires_at: '2026-01-01T00:01:00.000Z' });
    expect(user.sent[0]!.url).not.toContain('sixty');
    expect(user.sent[0]!.url).not.toContain('set_token');
  });

  test('that cannot be renewed for a moment are used on, and refused ones are told', async () => {
    const later = renewed({ status: 503, body: {} });
    expect(await later.renewal).toEqual(later.held);
    const refused = renewed({ status: 400, body: { error: { code: 190, message: 'x', type: 'OAuthException' } } });
    await expect(refused.renewal).rejects.toBeInstanceOf(Failure);
  });
});

describe('budgets of one level only', () => {
  const held = { id: '7', name: 'C', daily_budget: '500' };
  const bare = { id: '8', name: 'D', daily_budget: '0' };

  test.each([
    ['daily_budget', { daily_budget: '5' }],
    ['lifetime_budget', { lifetime_budget: '5' }],
  ])('a second one is refused by its argument %s', (field, args) => {
    const refused = expect.objectContaining({
      details: expect.objectContaining({ problems: [expect.objectContaining({ field })] }),
    });
    expect(() => refuseSecondBudget(args, held)).toThrow(refused);
    expect(() => refuseCampaignBudget(args, [bare, held])).toThrow(refused);
  });

  test('none is refused where the other level has none, or nothing is asked for', () => {
    expect(() => refuseSecondBudget({ daily_budget: '5' }, bare)).not.toThrow();
    expect(() => refuseSecondBudget({}, held)).not.toThrow();
    expect(() => refuseCampaignBudget({ daily_budget: '5' }, [bare])).not.toThrow();
    expect(() => refuseCampaignBudget({}, [held])).not.toThrow();
  });

  test('a bid strategy belongs to the level of the budget', () => {
    expect(() => refuseStrategyWithoutBudget({ bid_strategy: 'X' }, bare)).toThrow(/bid_strategy|Invalid|arguments/i);
    expect(() => refuseStrategyWithoutBudget({ bid_strategy: 'X' }, held)).not.toThrow();
    expect(() => refuseStrategyWithoutBudget({ bid_strategy: 'X', daily_budget: '5' }, bare)).not.toThrow();
    expect(() => refuseStrategyWithoutBudget({}, bare)).not.toThrow();
  });

  test('a least return goes with the goal VALUE only', () => {
    const of = (optimization_goal?: string) =>
      roasProblems({ bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', optimization_goal });
    expect(of('VALUE')).toEqual([]);
    expect(of('LINK_CLICKS')).toEqual([
      expect.objectContaining({ field: 'optimization_goal', allowed_values: ['VALUE'] }),
    ]);
    expect(of()).toHaveLength(1);
    expect(roasProblems({ bid_strategy: 'COST_CAP' })).toEqual([]);
  });
});

test('an account tells no cap where the platform writes 0, and no money that was not told', () => {
  const wire = {
    id: 'act_1',
    account_id: '1',
    currency: 'USD',
    account_status: 1,
    spend_cap: '0',
    amount_spent: '150',
  };
  const shown = adAccountOf(wire as never);
  expect(shown).toMatchObject({ amount_spent: { amount: '1.50', currency: 'USD' }, status: 'ACTIVE' });
  for (const field of ['spend_cap', 'balance', 'min_daily_budget', 'disable_reason'])
    expect(shown).not.toHaveProperty(field);
  expect(adAccountOf({ ...wire, spend_cap: '2000' } as never).spend_cap).toEqual({ amount: '20.00', currency: 'USD' });
  expect(accountState({ account_status: 2, disable_reason: 3 } as never)).toEqual({
    status: 'DISABLED',
    disable_reason: 'RISK_PAYMENT',
  });
  expect(accountState({ account_status: 7777, disable_reason: 7777 } as never)).toEqual({
    status: 'UNKNOWN',
    disable_reason: 'UNKNOWN',
  });
  expect(accountState({} as never)).toEqual({ status: 'UNKNOWN', disable_reason: undefined });
});

test.each([
  [undefined, {}],
  ['{"and":[{"event":{"eq":"Lead"}},{"or":[{"URL":{"i_contains":"thanks"}}]}]}', { url_contains: 'thanks' }],
  ['{"and":[{"URL":{"eq":"x"}}]}', { rule: '{"and":[{"URL":{"eq":"x"}}]}' }],
  ['no JSON', { rule: 'no JSON' }],
])('a custom conversion of the rule %s shows %j', (rule, expected) => {
  const {
    id: _,
    name: __,
    status,
    event: ___,
    ...shown
  } = shownAction({ id: '1', name: 'N', rule, is_archived: true } as never, 'EUR') as Record<string, unknown>;
  expect(status).toBe('ARCHIVED');
  expect(shown).toEqual(expected);
});

test('a custom conversion is worth money of the account only', async () => {
  const client = { currency: async () => 'EUR' } as unknown as SocialClient;
  expect(await defaultValue(client, '1', undefined)).toBeUndefined();
  expect(await defaultValue(client, '1', { amount: '5', currency: 'EUR' })).toBe(5);
  await expect(defaultValue(client, '1', { amount: '5', currency: 'USD' })).rejects.toMatchObject({
    details: { problems: [{ field: 'value.currency' }] },
  });
  expect(shownAction({ id: '1', name: 'N', default_conversion_value: 5 } as never, 'EUR')).toMatchObject({
    value: { amount: '5', currency: 'EUR' },
    status: 'ACTIVE',
  });
});

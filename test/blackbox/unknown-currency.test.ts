import { afterAll, beforeAll, expect, test } from 'vitest';
import social from '../../src/sandbox/social/emulator.ts';
import { startTestService, type TestService } from '../service.ts';

const STRANGE = '1001000000000102';

/** One account of many has money that the platform's own table of currencies does not hold. */
let service: TestService;
beforeAll(async () => {
  const prepare: typeof social.prepare = (world) => {
    social.prepare(world);
    world.db
      .prepare(`UPDATE social_objects SET data = json_set(data, '$.currency', 'XTS') WHERE id = ?`)
      .run(`act_${STRANGE}`);
  };
  service = await startTestService({ emulators: [{ ...social, prepare }] });
});
afterAll(() => service.close());

const ask = async (tool: string, args = {}) => {
  const { isError, result } = await service.call('social', tool, args);
  expect(isError, JSON.stringify(result)).toBe(false);
  return result;
};

test('the others are listed, and it is too, without amounts', async () => {
  const { ad_accounts } = await ask('list_ad_accounts', { limit: 100 });
  const strange = ad_accounts.find(({ id }: { id: string }) => id === STRANGE);
  expect(strange).toMatchObject({ currency: 'XTS', status: 'ACTIVE' });
  expect(strange).not.toHaveProperty('amount_spent');
  expect(ad_accounts.length).toBeGreaterThan(1);
  for (const one of ad_accounts) if (one !== strange) expect(one.amount_spent.currency).toBe(one.currency);
});

test('what spends there can be seen and stopped in one call; an amount is neither guessed nor taken', async () => {
  const { campaigns } = await ask('list_social_campaigns', { account_id: STRANGE });
  const { id } = campaigns.find(({ status }: { status: string }) => status === 'ACTIVE');
  expect((await ask('update_social_campaign', { campaign_id: id, status: 'PAUSED' })).applied).toEqual({
    status: { from: 'ACTIVE', to: 'PAUSED' },
  });
  expect(await ask('bulk_update', { campaign_ids: [id], status: 'ACTIVE' })).toMatchObject({ changed: 1 });
  const { isError, result } = await service.call('social', 'update_social_campaign', {
    campaign_id: id,
    daily_budget: '50',
  });
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'unsupported', outcome: 'not_applied' });
  expect(result.error.message).toContain('XTS');
});

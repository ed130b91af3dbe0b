import { describe, expect, test } from 'vitest';
import { argumentsOf } from '../../../../test/exposure.ts';
import { DAY_MS } from '../../../ambient.ts';
import { type ScriptedReply, scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import { channel } from '../channel.ts';
import { SocialClient } from '../client.ts';
import { exposure } from '../exposure.ts';

describe('a platform that says what we do not know', () => {
  const NOW = Date.UTC(2026, 0, 1);
  const campaignRow = { id: '1', name: 'c', status: 'ACTIVE', daily_budget: '1000', is_budget_schedule_enabled: true };
  const schedule = { budget_value: 2, budget_value_type: 'MULTIPLIER', time_start: 1, time_end: 4_000_000_000 };

  function scripted({
    campaigns = [campaignRow] as object[],
    adSets = [] as object[],
    currency = 'USD',
    schedules = [schedule] as object[],
  }) {
    const replies = ({ url }: { url: string }): ScriptedReply => {
      const { pathname, searchParams } = new URL(url);
      const page = Number(searchParams.get('after') ?? 0);
      const list = (items: readonly object[]) => ({
        body: {
          data: items.slice(page, page + 1),
          paging: { cursors: { after: String(page + 1) }, ...(page + 1 < items.length && { next: 'more' }) },
        },
      });
      if (pathname.endsWith('/campaigns')) return list(campaigns);
      if (pathname.endsWith('/adsets')) return list(adSets);
      if (pathname.endsWith('/budget_schedules')) return list(schedules);
      if (pathname.endsWith('/insights')) return { body: { data: [] } };
      return { body: { account_id: '7', currency, timezone_name: 'Asia/Tokyo' } };
    };
    const { session } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies });
    return exposure.read(new SocialClient(session), '7', NOW);
  }

  test('reads every page, and a month without spend', async () => {
    const campaigns = ['1', '2', '3'].map((id) => ({ ...campaignRow, id, is_budget_schedule_enabled: false }));
    const adSets = ['4', '5'].map((id) => ({ id, name: 's', status: 'ACTIVE', campaign_id: '3' }));
    const holdings = await scripted({ campaigns, adSets });
    expect(holdings).toMatchObject({ timeZone: 'Asia/Tokyo', spentThisMonth: '0.00', readAt: NOW });
    expect(holdings.objects.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('a status, a kind of schedule, a currency: unknown', async () => {
    expect((await scripted({})).objects[0]).toMatchObject({ budget: { amount: '10.00', peak: '20.00' } });
    expect((await scripted({})).objects[0]).not.toHaveProperty('unknown');
    const odd = await scripted({ campaigns: [{ ...campaignRow, status: 'RESTING' }] });
    expect(odd.objects[0]).toMatchObject({ on: false, unknown: 'status RESTING' });
    expect((await scripted({ schedules: [{ ...schedule, budget_value_type: 'DOUBLING' }] })).objects[0]).toMatchObject({
      unknown: 'budget schedule DOUBLING',
    });
    const coins = await scripted({ currency: 'XYZ' });
    expect(coins.objects[0]).toMatchObject({ unknown: 'currency XYZ' });
    expect(coins.objects[0]).not.toHaveProperty('budget');
    expect(coins).not.toHaveProperty('spentThisMonth');
  });

  test('a schedule that repeats counts after its first time', async () => {
    const weekly = { ...schedule, recurrence_type: 'WEEKLY', time_end: 2 };
    expect((await scripted({ schedules: [weekly] })).objects[0]?.budget?.peak).toBe('20.00');
    expect((await scripted({ schedules: [{ ...schedule, time_end: 2 }] })).objects[0]?.budget?.peak).toBeUndefined();
    const both = [weekly, { ...schedule, time_start: NOW / 1000, budget_value: 3 }];
    expect((await scripted({ schedules: both })).objects[0]?.budget?.peak).toBe('40.00');
  });

  test('an ad set of a campaign that is not listed is left out with it', async () => {
    const adSets = ['1', '8'].map((campaign_id) => ({
      id: `2${campaign_id}`,
      name: 's',
      status: 'ACTIVE',
      campaign_id,
    }));
    expect((await scripted({ adSets })).objects.map(({ id }) => id)).toEqual(['1', '21']);
  });

  describe('a campaign runs by its ad sets', () => {
    const at = (days: number) => NOW + days * DAY_MS;
    const time = (days: number | undefined) => (days === undefined ? undefined : new Date(at(days)).toISOString());
    /** Ad sets by start and end, in days from now. */
    async function runOf(budget: object, runs: [number, number | undefined, string?][]) {
      const adSets = runs.map(([start, end, status = 'ACTIVE'], at) => ({
        ...{ id: `2${at}`, name: 's', status, campaign_id: '1' },
        ...{ start_time: time(start), end_time: time(end) },
      }));
      const { objects } = await scripted({ campaigns: [{ id: '1', name: 'c', status: 'ACTIVE', ...budget }], adSets });
      return [objects[0]?.start, objects[0]?.end];
    }
    const [daily, lifetime] = [{ daily_budget: '1000' }, { lifetime_budget: '9000' }];

    test.each<[string, object, [number, number | undefined, string?][], (number | undefined)[]]>([
      [
        'daily: until the last one ends',
        daily,
        [
          [-5, 2],
          [-5, 9],
        ],
        [undefined, at(9)],
      ],
      [
        'daily: without end if one has none',
        daily,
        [
          [-5, 2],
          [-5, undefined],
        ],
        [undefined, undefined],
      ],
      [
        'daily: over when all are',
        daily,
        [
          [-5, -3],
          [-5, -1],
        ],
        [undefined, 0],
      ],
      [
        'daily: those that are off do not count',
        daily,
        [
          [-5, -3],
          [-5, 9, 'PAUSED'],
        ],
        [undefined, 0],
      ],
      [
        'lifetime: until the first one ends',
        lifetime,
        [
          [-5, 2],
          [-5, 9],
        ],
        [undefined, at(2)],
      ],
      [
        'lifetime: the first one that has not ended',
        lifetime,
        [
          [-5, -2],
          [-5, 9],
        ],
        [undefined, at(9)],
      ],
      [
        'lifetime: over when all are',
        lifetime,
        [
          [-5, -3],
          [-5, -1],
        ],
        [undefined, 0],
      ],
      [
        'lifetime: the shortest of all',
        lifetime,
        [
          [1, 41],
          [40, 50],
          [42, 70],
        ],
        [at(40), at(50)],
      ],
      ['lifetime: without ad sets', lifetime, [], [undefined, 0]],
      ['no budget: no run of its own', {}, [[1, 2]], [undefined, undefined]],
    ])('%s', async (_, budget, runs, expected) => {
      expect(await runOf(budget, runs)).toEqual(expected);
    });
  });

  test('an ad set without any budget above it could spend any amount', async () => {
    const bare = { id: '2', name: 's', status: 'ACTIVE', campaign_id: '1', daily_budget: '0', lifetime_budget: '0' };
    const campaigns = [{ id: '1', name: 'c', status: 'ACTIVE' }];
    const holdings = await scripted({ campaigns, adSets: [bare] });
    expect(holdings.objects.find(({ id }) => id === '2')?.unknown).toMatch(/no budget/);
    const args = argumentsOf('social', 'update_social_campaign', { campaign_id: '1', daily_budget: 9 });
    expect(exposure.changes('update_social_campaign', args, holdings)).toEqual([
      { id: '1', change: { budget: { kind: 'daily', amount: '9.00', worstDay: 1.75 } } },
      { id: '2', change: { unknown: undefined } },
    ]);
  });
});

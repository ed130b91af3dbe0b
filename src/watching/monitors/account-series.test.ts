import { expect, test } from 'vitest';
import { accountSeries } from './account-series.ts';

type Given = Parameters<typeof accountSeries>;
const ACCOUNT = { account: '1', name: 'Shop' } as Given[0];
const series = (parts: Record<string, bigint | null>[], more: object = {}) =>
  ({
    campaign: { id: 'c', isLive: false, liveSince: undefined, ...more },
    days: parts.map((one, at) => ({ day: `2026-11-0${at + 1}`, parts: one })),
  }) as unknown as Given[1][number];

test('an account is the sum of its campaigns, day by day', async () => {
  const found = await accountSeries(ACCOUNT, [
    series([{ clicks: 1n }, { clicks: 2n }]),
    series([{ clicks: 10n }, { clicks: 20n }]),
  ]);
  expect(found!.days.map(({ day, parts }) => [day, parts.clicks])).toEqual([
    ['2026-11-01', 11n],
    ['2026-11-02', 22n],
  ]);
  expect(await accountSeries(ACCOUNT, [])).toBeUndefined();
});

test('what one campaign does not tell is not told of the account: a sum of the others would pass for all', async () => {
  const told = async (...parts: Record<string, bigint | null>[]) =>
    (await accountSeries(
      ACCOUNT,
      parts.map((one) => series([one])),
    ))!.days[0]!.parts;
  expect(await told({ clicks: 1n, sales: 2n }, { clicks: 1n })).toEqual({ clicks: 2n });
  expect(await told({ clicks: 1n }, { clicks: 1n, sales: 2n })).toEqual({ clicks: 2n });
  expect(await told({ clicks: 1n }, { clicks: null }, { clicks: 5n })).toEqual({ clicks: null });
  expect(await told({ clicks: 1n }, {})).toEqual({});
});

test('an account runs while one of its campaigns does, since the first of them began', async () => {
  const [first, second] = [
    { isLive: true, liveSince: '2026-11-05' },
    { isLive: false, liveSince: '2026-10-01' },
  ];
  const found = await accountSeries(ACCOUNT, [series([], first), series([], second), series([])]);
  expect(found!.campaign).toMatchObject({ id: '1', name: 'Shop', isLive: true, liveSince: '2026-10-01' });
  expect(found!.campaign.budget).toBeUndefined();
  expect((await accountSeries(ACCOUNT, [series([], second)]))!.campaign.isLive).toBe(false);
});

import { expect, test } from 'vitest';
import { type Any, reportingForTests } from '../../../../test/reporting-service.ts';

const service = reportingForTests();

const rowsOf = (answer: Any, kind: string) => answer.limits.filter((row: Any) => row.kind === kind);

test('shows what runs in every currency, also without a limit, and the worst day beside it', async () => {
  const answer = await service.ask('get_spend_limits');
  expect(answer.unreadable).toEqual([]);
  expect(rowsOf(answer, 'daily').map((row: Any) => row.currency)).toEqual(['EUR', 'USD']);
  for (const row of answer.limits) {
    expect(row).toMatchObject({ scope: 'workspace', mode: 'sandbox', used: expect.any(String), held: '0' });
    expect(row.limit ?? row.headroom).toBeUndefined();
  }
  for (const currency of ['EUR', 'USD']) {
    const [daily, worst] = ['daily', 'worst_day'].map((kind) =>
      Number(rowsOf(answer, kind).find((row: Any) => row.currency === currency).used),
    );
    expect(daily).toBeGreaterThan(0);
    expect(worst).toBeGreaterThan(daily!);
  }
});

test('a limit shows what is used and left, to the cent', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const { spendLimits, directory } = service.home;
  const { organizationId } = (await directory.find('Acme'))!;
  const scope = { scope: 'workspace', organizationId, workspaceId } as const;
  await spendLimits.book.set(scope, 'daily', 'USD', '1000000', 'Ada');
  await spendLimits.book.set(scope, 'step', '', '50', 'Ada');
  const answer = await service.ask('get_spend_limits');
  const row = rowsOf(answer, 'daily').find(({ currency }: Any) => currency === 'USD');
  expect(row).toMatchObject({ limit: '1000000', held: '0' });
  expect(Number(row.used) + Number(row.headroom)).toBeCloseTo(1_000_000, 2);
  expect(rowsOf(answer, 'step')).toEqual([{ scope: 'workspace', kind: 'step', mode: 'sandbox', limit: '50' }]);
  await spendLimits.book.remove(scope, 'daily', 'USD', 'Ada');
  await spendLimits.book.remove(scope, 'step', '', 'Ada');
});

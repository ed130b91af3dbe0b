import { describe, expect, it } from 'vitest';
import { limitedIn, limitedServices, raiseTo, refusal, social } from './spend-limits.testing.ts';

const setUp = limitedServices();

describe('setting limits', () => {
  it('records every change with what it was and is', async () => {
    const service = await setUp(social());
    await service.set('daily', '100');
    await service.set('daily', '200');
    expect(await service.limits.book.remove(service.inWorkspace, 'daily', 'USD', 'Ada')).toBe(true);
    expect(await service.limits.book.remove(service.inWorkspace, 'daily', 'USD', 'Ada')).toBe(false);
    const entries = await service.audit.list({ limit: 10 });
    expect(entries.map(({ action, detail, actor }) => [action, actor, detail])).toMatchObject([
      ['spend_limit.remove', 'Ada', { from: '200', to: null }],
      ['spend_limit.set', 'Ada', { from: '100', to: '200' }],
      ['spend_limit.set', 'Ada', { scope: 'workspace', kind: 'daily', currency: 'USD', from: null, to: '100' }],
    ]);
    expect(await service.limits.book.list(service.organizationId)).toEqual([]);
  });

  it('refuses amounts and currencies that are none', async () => {
    const service = await setUp(social());
    for (const [amount, currency] of [
      ['-1', 'USD'],
      ['1e3', 'USD'],
      ['', 'USD'],
      ['5', 'usd'],
      ['5', 'QQQ'],
      ['5', ''],
      ['500.5', 'JPY'],
      ['0.001', 'USD'],
      ['1000000000000', 'USD'],
    ] as const)
      expect((await refusal(service.set('daily', amount, currency))).code).toBe('invalid_arguments');
    await service.set('daily', '500.00', 'JPY');
    const { limits, inWorkspace } = service;
    expect((await refusal(limits.book.set(inWorkspace, 'step', 'USD', '20', 'Ada'))).message).toContain(
      '`currency`: does not belong to step, which is in per cent',
    );
  });

  it('makes several changes of one scope together, or none of them, and names every wrong field', async () => {
    const { limits, inWorkspace, organizationId } = await setUp(social());
    const told = await refusal(
      limits.book.change(
        inWorkspace,
        [
          { kind: 'daily', currency: 'JPY', amount: '5000' },
          { kind: 'month', currency: 'JPY', amount: '-1' },
          { kind: 'single', currency: 'JPY', amount: '12.5' },
        ],
        'Ada',
      ),
    );
    expect(told.message).toContain('`month` must be a decimal number');
    expect(told.message).toContain('`single` 12.5 has too many decimals: JPY is counted in steps of 1');
    expect(await limits.book.list(organizationId)).toEqual([]);
    const both = [
      { kind: 'daily', currency: 'JPY', amount: '5000' },
      { kind: 'month', currency: 'JPY', amount: null },
    ] as const;
    expect(await limits.book.change(inWorkspace, both, 'Ada')).toBe(1);
    expect(await limits.book.list(organizationId)).toMatchObject([{ kind: 'daily', amount: '5000' }]);
  });

  it('another process follows within a second', async () => {
    const account = social();
    const service = await setUp(account);
    const elsewhere = await service.store.reopen();
    const second = limitedIn(service, [account], elsewhere);
    expect(await second.begin(account, raiseTo('101'))).toBeUndefined();
    await service.set('daily', '100');
    service.ambient.advance(500);
    expect((await refusal(second.begin(account, raiseTo('101')))).code).toBe('over_limit');
    await elsewhere.close();
  });
});

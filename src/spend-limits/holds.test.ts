import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../ambient.ts';
import type { HoldingChange, Holdings } from '../tools/exposure.ts';
import { figureTexts } from './hold-effect.ts';
import { sharesOf } from './holds.ts';
import {
  campaign,
  change,
  daily,
  limitedIn,
  limitedServices,
  raiseTo,
  refusal,
  search,
  social,
  TestAccount,
} from './spend-limits.testing.ts';

const setUp = limitedServices();

describe('holds', () => {
  it('a change under way holds its room, one that failed gives it back', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '130');
    const hold = await service.begin(account, raiseTo('120'));
    const { message } = await refusal(service.begin(account, change('b', { on: true })));
    expect(message).toContain('20 is held by changes under way');
    await service.end(hold, 'not_applied');
    expect(await service.store.db.selectFrom('spend_holds').selectAll().execute()).toEqual([]);
    await service.begin(account, raiseTo('130'));
  });

  it('an unknown outcome keeps its hold until a later reading shows what became of it', async () => {
    for (const became of ['made', 'not made'] as const) {
      const account = social();
      const service = await setUp(account);
      await service.set('daily', '130');
      await service.end(await service.begin(account, raiseTo('130')), 'unknown');
      expect((await refusal(service.begin(account, raiseTo('101')))).message).toContain('30 is held');
      if (became === 'made') account.apply(raiseTo('130'));
      service.ambient.advance(5 * MINUTE_MS);
      const overview = await service.overview();
      expect(overview.limits[0]).toMatchObject(
        became === 'made' ? { used: '130', held: '0' } : { used: '100', held: '0', headroom: '30' },
      );
    }
  });

  it('is settled once: what was made is neither forgotten by a later word nor counted again', async () => {
    for (const again of ['not_applied', 'unknown', 'applied'] as const) {
      const account = social();
      const service = await setUp(account);
      await service.set('daily', '200');
      const hold = await service.begin(account, raiseTo('150'));
      await service.end(hold, 'applied');
      await service.end(hold, again);
      expect((await service.overview()).limits[0], again).toMatchObject({ used: '150', held: '0' });
    }
  });

  it('an unknown outcome may still land for a minute, so a reading within it settles nothing', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '130');
    expect((await service.overview()).limits[0]).toMatchObject({ used: '100', held: '0' });
    service.ambient.advance(4.5 * MINUTE_MS);
    await service.end(await service.begin(account, raiseTo('130')), 'unknown');
    service.ambient.advance(0.5 * MINUTE_MS);
    expect((await service.overview()).limits[0]).toMatchObject({ used: '100', held: '30', headroom: '0' });
    expect(account.reads).toBe(2);
    account.apply(raiseTo('130'));
    service.ambient.advance(5 * MINUTE_MS);
    expect((await service.overview()).limits[0]).toMatchObject({ used: '130', held: '0', headroom: '0' });
  });

  it('what a process left open when it ended is settled by reading too, when no call can be under way any more', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '130');
    await service.begin(account, raiseTo('130'));
    service.ambient.advance(60 * MINUTE_MS);
    expect((await service.overview()).limits[0]).toMatchObject({ held: '30' });
    service.ambient.advance(10 * MINUTE_MS);
    expect((await service.overview()).limits[0]).toMatchObject({ held: '0', used: '100' });
  });

  it('a change that was made counts until a younger snapshot shows it, and then once', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '200');
    await service.make(account, raiseTo('150'));
    expect((await service.overview()).limits[0]).toMatchObject({ used: '150', held: '0' });
    expect(account.reads).toBe(1);
    service.ambient.advance(5 * MINUTE_MS);
    expect((await service.overview()).limits[0]).toMatchObject({ used: '150', held: '0' });
    expect(account.reads).toBe(2);
  });

  it('an account is read once in five minutes, however many calls ask, and again for an object made since', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '10000');
    await Promise.all(Array.from({ length: 10 }, (_, at) => service.begin(account, raiseTo(String(101 + at)))));
    expect(account.reads).toBe(1);
    account.apply([{ made: campaign('new', daily('5'), { on: false }) }]);
    await service.begin(account, change('new', { on: true }));
    expect(account.reads).toBe(2);
    service.ambient.setClock(service.ambient.now() - DAY_MS);
    await service.begin(account, raiseTo('120'));
    expect(account.reads).toBe(3);
  });

  it('where several changes of one budget are under way, the one that is settled last counts', async () => {
    for (const [order, used] of [
      [[0, 1, 2], '130'],
      [[2, 1, 0], '110'],
      [[0, 2, 1], '120'],
    ] as const) {
      const account = social();
      const service = await setUp(account);
      await service.set('daily', '1000');
      const holds: (string | undefined)[] = [];
      for (const amount of ['110', '120', '130']) holds.push(await service.begin(account, raiseTo(amount)));
      for (const at of order) {
        service.ambient.advance(1);
        await service.end(holds[at], 'applied');
      }
      expect((await service.overview()).limits[0], `${order}`).toMatchObject({ used, held: '0' });
    }
  });

  it('the first of ten changes within a millisecond is the one from which a day’s growth is counted', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('day_step', '20');
    for (let amount = 101; amount <= 110; amount++) await service.make(account, raiseTo(`${amount}`));
    await service.begin(account, raiseTo('120'));
    expect((await refusal(service.begin(account, raiseTo('121')))).code).toBe('over_limit');
  });

  it('what is under way in another account is nothing that a percentage builds on, where its object has the same id', async () => {
    const large = (channel: string, account: string) =>
      new TestAccount(channel, [campaign('a', daily('1000'))], { account });
    const tenPercentMore = ({ objects }: Holdings) =>
      raiseTo(`${(Number(objects.find(({ id }) => id === 'a')!.budget!.amount) * 11) / 10}`);
    for (const other of [large('search', '1'), large('social', '2')]) {
      const account = social();
      const service = await setUp(account, other);
      await service.set('daily', '1210');
      await service.begin(other, raiseTo('1100'));
      await service.end(await service.begin(account, tenPercentMore), 'applied');
      expect((await service.overview()).limits[0], other.channel).toMatchObject({ used: '1110', held: '100' });
    }
  });

  it('two calls that call what they make alike count twice', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '160');
    const made: HoldingChange[] = [
      { made: campaign('new', undefined) },
      { made: campaign('new 0', daily('25'), { parent: 'new', level: 'ad_set' }) },
    ];
    for (const outcome of ['applied', 'applied'] as const)
      await service.end(await service.begin(account, made), outcome);
    expect((await service.overview()).limits[0]).toMatchObject({ used: '150', held: '0' });
    expect((await refusal(service.begin(account, made))).code).toBe('over_limit');
  });

  it('one call may make something and change something else, and both are held', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '130');
    const both: HoldingChange[] = [{ made: campaign('new', daily('20')) }, ...raiseTo('110')];
    await service.end(await service.begin(account, both), 'applied');
    expect((await service.overview()).limits[0]).toMatchObject({ used: '130', held: '0' });
  });

  it('what a reading shows was not made is nothing that its key has added', async () => {
    const account = social();
    const service = await setUp(account);
    const { organizationId, workspaceId } = service;
    const scope = { scope: 'key', organizationId, workspaceId, keyId: 'key_a' } as const;
    await service.limits.book.set(scope, 'daily', 'USD', '30', 'Ada');
    await service.end(await service.begin(account, raiseTo('130')), 'unknown');
    service.ambient.advance(5 * MINUTE_MS);
    const [row] = (await service.overview()).limits;
    expect(row).toMatchObject({ scope: 'key', used: '0', held: '0', headroom: '30' });
  });

  it('a limit that is removed while a call is prepared holds nothing back any more', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '10000');
    account.down = 'It did not answer.';
    const wanted = service.request(account, raiseTo('120'));
    const preparation = await service.limits.prepare(wanted, service.context);
    await service.limits.book.remove(service.inWorkspace, 'daily', 'USD', 'Ada');
    expect(await service.store.transaction((tx) => service.limits.check(tx, wanted, preparation!))).toBeUndefined();
  });

  it('without a limit nothing is read and nothing is held', async () => {
    const account = social();
    const service = await setUp(account);
    expect(await service.begin(account, raiseTo('999999'))).toBeUndefined();
    expect(account.reads).toBe(0);
  });

  it('people that raise in the platform’s own pages are seen, and raises refused then', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '130');
    account.apply(raiseTo('500'));
    const { limits } = await service.overview();
    expect(limits[0]).toMatchObject({ used: '500', headroom: '-370' });
    expect((await refusal(service.begin(account, change('b', { on: true })))).code).toBe('over_limit');
  });
});

describe('many at once', () => {
  it('fifty callers with two keys on two processes never pass the limit', async () => {
    const accounts = [social(), search()];
    const service = await setUp(...accounts);
    const elsewhere = await service.store.reopen();
    const processes = [service, limitedIn(service, accounts, elsewhere)];
    await service.set('daily', '337');
    await service.overview();
    let made = 0;
    let most = 0;
    const call = async (at: number) => {
      const account = accounts[at % 2]!;
      const own = processes[(at >> 1) % 2]!;
      const changes: HoldingChange[] = [{ made: campaign(`n${at}`, daily('5')) }];
      try {
        const hold = await own.begin(account, changes, { keyId: at % 3 ? 'key_a' : 'key_b' });
        account.apply(changes);
        most = Math.max(most, running(accounts));
        // Every fourth is cut off: the change is made, and its answer is lost.
        await own.end(hold, at % 4 ? 'applied' : 'unknown');
        made += 1;
      } catch (error) {
        expect(await refusal(Promise.reject(error))).toMatchObject({ code: 'over_limit' });
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, at) => call(at)));
    // 300 run, so seven of five fit.
    expect([made, most]).toEqual([7, 335]);
    await elsewhere.close();
  });
});

function running(accounts: readonly TestAccount[]): number {
  const budgets = accounts.flatMap(({ holdings }) => holdings.objects.filter(({ on }) => on));
  return budgets.reduce((sum, { budget }) => sum + Number(budget?.amount ?? 0), 0);
}

it('what keys have added is told by key, and in the sandbox apart from live', async () => {
  const account = social();
  const { store, workspaceId } = await setUp(account);
  const share = (key_id: string, mode: 'live' | 'sandbox', line: string) => ({
    ...{ key_id, mode, line, channel: 'social', account: '1', workspace_id: workspaceId, currency: 'USD' },
    amounts: JSON.stringify(figureTexts({ daily: 1n, worst_day: 1n, month: 1n })),
  });
  const shares = [share('key_a', 'live', 'a'), share('key_a', 'sandbox', 'b'), share('key_b', 'live', 'c')];
  await store.db.insertInto('spend_shares').values(shares).execute();
  const lines = async (...asked: Parameters<typeof sharesOf> extends [unknown, ...infer Rest] ? Rest : never) =>
    (await sharesOf(store.db, ...asked)).map(({ line }) => line);
  expect(await lines(['key_a'], 'live')).toEqual(['a']);
  expect(await lines(['key_a', 'key_b'], 'sandbox')).toEqual(['b']);
  expect(await lines([], 'live')).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../ambient.ts';
import { KeyRing } from '../auth/key-ring.ts';
import type { HoldingChange, Holdings } from '../tools/exposure.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import {
  campaign,
  change,
  daily,
  limitedServices,
  raiseTo,
  refusal,
  search,
  social,
  TestAccount,
} from './spend-limits.testing.ts';

const setUp = limitedServices();

describe('a limit of a workspace', () => {
  it('lets pass what stays within it, and refuses what goes over by name, with what is left', async () => {
    const account = social();
    const service = await setUp(account, search());
    await service.set('daily', '330');
    expect(await refusal(service.begin(account, raiseTo('130.01')))).toEqual({
      code: 'over_limit',
      message:
        'The workspace "Acme" may spend at most 330 USD a day: 300 runs, and this would add 30.01. 30 USD is left.',
      nextStep: expect.stringContaining('Ask for at most 30 USD a day more'),
    });
    await service.make(account, raiseTo('130'));
    expect((await refusal(service.begin(account, raiseTo('130.01')))).code).toBe('over_limit');
  });

  it('is told before a change is made, with what the change would cost; nothing is held for that', async () => {
    const account = social();
    const service = await setUp(account);
    const effect = (to: string) => service.limits.effect(service.request(account, raiseTo(to)), service.context);
    const sums = {
      account: '1',
      currency: 'USD',
      daily: { from: '100', to: '110' },
      worst_day: { from: '200', to: '220' },
    };
    expect(await effect('110')).toEqual({ ...sums, month: { from: '1700', to: '1870' } });
    await service.set('daily', '109');
    expect(await effect('110')).toMatchObject({ ...sums, refused: { code: 'over_limit' } });
    expect(await effect('109')).not.toHaveProperty('refused');
    expect((await service.overview()).limits[0]).toMatchObject({ held: '0' });
    expect(await service.limits.effect(service.request(account, []), service.context)).toBeUndefined();
  });

  it('refuses to switch on a paused campaign over the limit', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '149');
    expect((await refusal(service.begin(account, change('b', { on: true })))).code).toBe('over_limit');
    await service.set('daily', '150');
    expect(await service.begin(account, change('b', { on: true }))).toEqual(expect.any(String));
  });

  it('holds the worst day, the month and the largest budget as it holds a day', async () => {
    const account = new TestAccount('social', [campaign('a', daily('100'))], { spentThisMonth: '1000' });
    for (const [kind, enough] of [
      ['worst_day', '220'],
      // From the 15th on, 17 days of 110 and what was spent before.
      ['month', '2870'],
      ['single', '110'],
    ] as const) {
      const service = await setUp(account);
      await service.set(kind, String(Number(enough) - 1));
      expect((await refusal(service.begin(account, raiseTo('110')))).code, kind).toBe('over_limit');
      await service.set(kind, enough);
      await service.begin(account, raiseTo('110'));
    }
  });

  it('lowered below what runs refuses raises and lets cuts pass; nothing is cut', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '40');
    expect((await refusal(service.begin(account, raiseTo('100.01')))).code).toBe('over_limit');
    await service.make(account, raiseTo('90'));
    await service.make(account, change('a', { on: false }));
    expect((await service.overview()).limits[0]).toMatchObject({ used: '0', headroom: '40' });
  });

  it('refuses a removed cap while it is passed: that lets more flow, and no sum tells it', async () => {
    const account = new TestAccount('social', [campaign('a', daily('100'), { cap: '500' })]);
    const service = await setUp(account);
    await service.set('daily', '90');
    const uncapped = change('a', { cap: undefined } as never);
    expect((await refusal(service.begin(account, uncapped))).code).toBe('over_limit');
  });

  it('counts a raise by the objects that a percentage would build on while another is under way', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '205');
    const plusHalf = ({ objects }: Holdings): HoldingChange[] => {
      const { amount } = objects.find(({ id }) => id === 'a')!.budget!;
      return change('a', { budget: daily(String((BigInt(amount) * 3n) / 2n)) });
    };
    await service.begin(account, plusHalf);
    // Over 150: the two would make it 225.
    expect((await refusal(service.begin(account, plusHalf))).code).toBe('over_limit');
  });

  it('a cut stays one beside a deeper cut under way', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '10');
    await service.set('step', '10');
    await service.begin(account, raiseTo('20'));
    await service.begin(account, raiseTo('90'));
    expect((await refusal(service.begin(account, raiseTo('101')))).code).toBe('over_limit');
  });

  it('yen are yen', async () => {
    const account = new TestAccount('social', [campaign('a', daily('30000'))], { currency: 'JPY' });
    const service = await setUp(account);
    await service.set('daily', '30300', 'JPY');
    await service.begin(account, raiseTo('30300'));
    expect((await refusal(service.begin(account, raiseTo('30301')))).message).toContain('30300 JPY');
  });
});

describe('what cannot be read or counted', () => {
  it('one channel that is down refuses raises on every other; pauses and cuts pass', async () => {
    const [account, other] = [social(), search()];
    const service = await setUp(account, other);
    await service.set('daily', '10000');
    other.down = 'The search platform did not answer.';
    const { code, message } = await refusal(service.begin(account, raiseTo('101')));
    expect(code).toBe('cap_unverifiable');
    expect(message).toContain('The search platform did not answer');
    await service.make(account, raiseTo('99'));
    await service.make(account, change('a', { on: false }));
    other.down = undefined;
    await service.begin(account, change('b', { on: true }));
  });

  it('what is known may be over the limit already, and is named so', async () => {
    const [account, down] = [social(), search()];
    const service = await setUp(account, down);
    await service.set('daily', '105');
    down.down = 'It did not answer.';
    expect((await refusal(service.begin(account, raiseTo('110')))).code).toBe('over_limit');
    expect((await refusal(service.begin(account, raiseTo('104')))).code).toBe('cap_unverifiable');
  });

  it('an account that cannot be read itself lets pass what can only be less, and what moves no money at all', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '10000');
    account.down = 'The token has expired.';
    expect((await refusal(service.begin(account, raiseTo('90')))).code).toBe('cap_unverifiable');
    expect(await service.begin(account, change('a', { on: false }), { onlyLess: true })).toBeUndefined();
    const { reads } = account;
    expect(await service.begin(account, [])).toBeUndefined();
    expect(account.reads, 'what moves no money waits for no reading').toBe(reads);
  });

  it('a pause waits for no reading, and gives its room back at once where the account is known', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '120');
    expect(await service.begin(account, change('a', { on: false }), { onlyLess: true })).toBeUndefined();
    expect(account.reads).toBe(0);
    await service.overview();
    await service.make(account, change('a', { on: false }), { onlyLess: true });
    await service.begin(account, change('b', { on: true }));
    expect(account.reads).toBe(1);
  });

  it('finds the account of an object where the call names none', async () => {
    const account = social();
    const other = new TestAccount('social', [campaign('x', daily('10'))], { account: '2' });
    const service = await setUp(account, other);
    await service.set('daily', '115');
    const byId =
      (to: string) =>
      ({ objects }: Holdings) =>
        objects.some(({ id }) => id === 'x') ? change('x', { budget: daily(to) }) : undefined;
    expect((await refusal(service.begin(account, byId('15.01'), { accountNamed: false }))).code).toBe('over_limit');
    await service.begin(account, byId('15'), { accountNamed: false });
    expect((await service.overview()).limits[0]).toMatchObject({ used: '110', held: '5' });
    expect((await refusal(service.begin(account, byId('15')))).code).toBe('cap_unverifiable');
  });

  it('an unknown mode or a lifetime budget without an end refuses raises', async () => {
    for (const strange of [
      campaign('x', undefined, { unknown: 'budget_mode NEW' }),
      campaign('x', { kind: 'lifetime', amount: '100', worstDay: 1 }),
    ]) {
      const account = new TestAccount('video', [campaign('a', daily('100')), strange]);
      const service = await setUp(account);
      await service.set('daily', '10000');
      expect((await refusal(service.begin(account, raiseTo('101')))).code).toBe('cap_unverifiable');
      await service.make(account, raiseTo('99'));
    }
  });

  it('a call whose cost cannot be told is refused, and one that moves no money passes', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('daily', '10000');
    expect((await refusal(service.begin(account, () => undefined))).code).toBe('cap_unverifiable');
    expect(await service.begin(account, [])).toBeUndefined();
  });

  it('an account in another currency may not be raised, only cut; its sums do not count', async () => {
    const account = social();
    const euros = new TestAccount('search', [campaign('a', daily('999'))], { currency: 'EUR' });
    const service = await setUp(account, euros);
    await service.set('daily', '101');
    const { code, message } = await refusal(service.begin(euros, raiseTo('1000')));
    expect(code).toBe('over_limit');
    expect(message).toContain('none in EUR');
    await service.begin(euros, raiseTo('998'));
    await service.begin(account, raiseTo('101'));
  });

  it('sandbox and live are counted apart', async () => {
    const account = social();
    const rehearsal = new TestAccount('search', [campaign('a', daily('100'))], { mode: 'sandbox' });
    const service = await setUp(account, rehearsal);
    await service.set('daily', '110');
    await service.begin(account, raiseTo('110'));
    await service.begin(rehearsal, raiseTo('110'));
    rehearsal.down = 'away';
    service.ambient.advance(5 * MINUTE_MS);
    expect((await refusal(service.begin(account, raiseTo('111')))).code).toBe('over_limit');
    const { limits } = await service.overview();
    expect(limits.filter(({ kind }) => kind === 'daily').map(({ mode, used }) => [mode, used])).toEqual([
      ['live', '100'],
      ['sandbox', '0'],
    ]);
  });
});

describe('growth', () => {
  it('a budget may grow by so much in one change, and by so much in a day over all calls', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('step', '50');
    await service.set('day_step', '100');
    expect((await refusal(service.begin(account, raiseTo('150.01')))).message).toContain('at most 50 % in one change');
    await service.make(account, raiseTo('150'));
    const second = await refusal(service.begin(account, raiseTo('225')));
    expect(second.message).toContain('at most 100 % in 24 hours');
    expect(second.nextStep).toContain('at most 200 USD');
    await service.make(account, raiseTo('200'));
    service.ambient.advance(DAY_MS + 1);
    await service.begin(account, raiseTo('300'));
  });

  it('small steps do not creep over it, and a pause in between changes nothing', async () => {
    const account = social();
    const service = await setUp(account);
    await service.set('day_step', '1');
    await service.make(account, raiseTo('100.5'));
    await service.make(account, change('a', { on: false }));
    expect((await refusal(service.begin(account, raiseTo('101.01')))).code).toBe('over_limit');
    await service.make(account, raiseTo('101'));
    await service.make(account, change('a', { on: true }));
    expect((await refusal(service.begin(account, raiseTo('101.01')))).code).toBe('over_limit');
  });

  it('a switch from a daily to a lifetime budget is held to both', async () => {
    const end = Date.UTC(2026, 0, 25, 12);
    const account = new TestAccount('social', [campaign('a', daily('10'), { end })]);
    const service = await setUp(account);
    await service.set('step', '50');
    const lifetime = (amount: string) => change('a', { budget: { kind: 'lifetime', amount, worstDay: 2 } });
    expect((await refusal(service.begin(account, lifetime('151')))).code).toBe('over_limit');
    await service.begin(account, lifetime('150'));
  });

  it('a move to a larger budget is growth as well', async () => {
    const [small, large] = [daily('10', { id: 'S' }), daily('1000', { id: 'L' })];
    const account = new TestAccount('search', [
      campaign('a', small),
      campaign('b', large),
      campaign('c', daily('12', { id: 'T' }), { on: false }),
    ]);
    const service = await setUp(account);
    await service.set('step', '50');
    const { code, message } = await refusal(service.begin(account, change('a', { budget: large })));
    expect({ code, message }).toEqual({
      code: 'over_limit',
      message: expect.stringContaining('"Campaign a" would go from 10 to 1000 USD'),
    });
    await service.make(account, change('a', { budget: daily('12', { id: 'T' }) }));
    // The budget that it left and the one that it joined have not grown.
    await service.make(account, change('b', { budget: daily('1100', { id: 'L' }) }));
  });
});

describe('a limit of a key', () => {
  it('counts what its own changes added and still runs', async () => {
    const account = social();
    const service = await setUp(account);
    const { organizationId, workspaceId, limits } = service;
    const ofKey = { scope: 'key', organizationId, workspaceId, keyId: 'key_a' } as const;
    await limits.book.set(ofKey, 'daily', 'USD', '60', 'Ada');
    await limits.book.set(service.inWorkspace, 'daily', 'USD', '10000', 'Ada');
    await service.make(account, raiseTo('140'));
    const { message } = await refusal(service.begin(account, change('b', { on: true })));
    expect(message).toContain('The key "key_a" may add at most 60 USD a day: 40 was added by it and still runs');
    // Another key is not bound by it, and what it adds does not count.
    await service.make(account, change('b', { on: true }), { keyId: 'key_b' });
    await service.make(account, raiseTo('160'));
    expect((await refusal(service.begin(account, raiseTo('160.01')))).code).toBe('over_limit');
    // A cut of what another key added gives no room; a cut of its own does.
    await service.make(account, change('b', { on: false }));
    expect((await refusal(service.begin(account, raiseTo('161')))).code).toBe('over_limit');
    await service.make(account, raiseTo('130'));
    await service.make(account, raiseTo('160'));
    // A person pauses it: what the key added runs no more.
    account.apply(change('a', { on: false }));
    service.ambient.advance(5 * MINUTE_MS);
    const [row] = (await service.overview()).limits.filter(({ scope }) => scope === 'key');
    expect(row).toMatchObject({ used: '0', headroom: '60' });
  });
});

describe('a limit of a key, beside what others do', () => {
  it('finds no room in a cut of what others have added', async () => {
    const account = new TestAccount('social', [campaign('a', daily('100')), campaign('c', daily('100'))]);
    const service = await setUp(account);
    const { organizationId, workspaceId } = service;
    const scope = { scope: 'key', organizationId, workspaceId, keyId: 'key_a' } as const;
    await service.limits.book.set(scope, 'daily', 'USD', '30', 'Ada');
    const shift = (by: number) => [
      ...change('a', { budget: daily(String(100 + by)) }),
      ...change('c', { budget: daily(String(100 - by)) }),
    ];
    expect((await refusal(service.begin(account, shift(31)))).code).toBe('over_limit');
    await service.make(account, shift(30));
    expect((await refusal(service.begin(account, raiseTo('130.01')))).code).toBe('over_limit');
  });

  it('holds its own growth of a day alone: what another key raised is where it begins', async () => {
    const account = social();
    const service = await setUp(account);
    const { organizationId, workspaceId } = service;
    const scope = { scope: 'key', organizationId, workspaceId, keyId: 'key_a' } as const;
    await service.limits.book.set(scope, 'day_step', '', '20', 'Ada');
    await service.set('daily', '10000');
    await service.make(account, raiseTo('115'), { keyId: 'key_b' });
    await service.make(account, raiseTo('130'));
    expect((await refusal(service.begin(account, raiseTo('139')))).code).toBe('over_limit');
  });
});

describe('several limits at once', () => {
  it('all are checked, and the tightest answers by name', async () => {
    const account = social();
    const service = await setUp(account, search());
    const { organizationId, limits } = service;
    const ofAll = { scope: 'organization', organizationId } as const;
    await limits.book.set(ofAll, 'daily', 'USD', '305', 'Ada');
    await service.set('daily', '310');
    expect((await refusal(service.begin(account, raiseTo('115')))).message).toContain('The organization "Acme"');
    expect((await refusal(service.begin(account, raiseTo('106')))).message).toContain('5 USD is left');
    await service.begin(account, raiseTo('105'));
    await limits.book.set(ofAll, 'daily', 'USD', '100000', 'Ada');
    expect((await refusal(service.begin(account, raiseTo('115')))).message).toContain('The workspace "Acme"');
    const { limits: rows } = await service.overview();
    expect(rows.filter(({ kind }) => kind === 'daily').map(({ scope, used, held }) => [scope, used, held])).toEqual([
      ['workspace', '300', '5'],
      ['organization', '300', '5'],
    ]);
  });

  it('a rolled key has the limit of the key before it, and what that added counts', async () => {
    const account = social();
    const service = await setUp(account);
    const { organizationId, workspaceId, limits, store, audit, ambient } = service;
    const ring = new KeyRing(store, deriveSecrets(randomBytes(32)), audit, ambient);
    const { id: first } = await ring.create({ workspaceId, name: 'agent', actor: 'Ada' });
    await limits.book.set({ scope: 'key', organizationId, workspaceId, keyId: first }, 'daily', 'USD', '10', 'Ada');
    await service.make(account, raiseTo('108'), { keyId: first });
    const { id: second } = await ring.roll(first, { overlapMs: 0, actor: 'Ada' });
    ambient.advance(500);
    const { message } = await refusal(service.begin(account, raiseTo('111'), { keyId: second }));
    expect(message).toContain('The key "agent" may add at most 10 USD a day: 8 was added by it');
    await service.begin(account, raiseTo('110'), { keyId: second });
  });
});

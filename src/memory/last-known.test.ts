import { expect, it } from 'vitest';
import { stillAmbient } from '../store/testbed.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { LastKnown } from './last-known.ts';

const away = () => Promise.reject(new StoreUnavailable(new Error('refused')));
const known = (lifeMs: number, entriesMax = 10) => {
  const ambient = stillAmbient();
  return { ambient, last: new LastKnown<string | undefined>({ ambient, lifeMs, entriesMax }) };
};

it('stands in for a store that is away, for its time after it was last found true', async () => {
  const { ambient, last } = known(1_000);
  await last.get('a', async () => 'old');
  ambient.advance(900);
  await last.get('a', async () => 'new');
  ambient.advance(999);
  expect(await last.get('a', away)).toBe('new');
  ambient.advance(1);
  await expect(last.get('a', away)).rejects.toBeInstanceOf(StoreUnavailable);
});

it('stands in for nothing else: another error, what was never there or is gone, and where it is switched off', async () => {
  const { last } = known(1_000);
  await last.get('a', async () => 'there');
  await expect(last.get('a', () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  await expect(last.get('b', away)).rejects.toBeInstanceOf(StoreUnavailable);
  await last.get('a', async () => undefined);
  await expect(last.get('a', away)).rejects.toBeInstanceOf(StoreUnavailable);
  const { last: off } = known(0);
  await off.get('a', async () => 'there');
  await expect(off.get('a', away)).rejects.toBeInstanceOf(StoreUnavailable);
});

it('keeps no more than it may, the newest', async () => {
  const { last } = known(1_000, 2);
  for (const name of ['a', 'b', 'c']) await last.get(name, async () => name);
  await expect(last.get('a', away)).rejects.toBeInstanceOf(StoreUnavailable);
  expect([await last.get('b', away), await last.get('c', away)]).toEqual(['b', 'c']);
});

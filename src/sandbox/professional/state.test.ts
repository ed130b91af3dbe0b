import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Store } from './state.ts';

test('an id of something deleted is given to nothing else', () => {
  const store = new Store(new DatabaseSync(':memory:'));
  store.createTables();
  const made = () => store.insert('conversion', {} as never, { account: '1', at: 0, actor: 'urn:li:person:a' });
  const [first, second] = [made(), made()];
  store.remove(second);
  expect(new Set([first.id, second.id, made().id]).size).toBe(3);
});

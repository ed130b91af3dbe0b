import { expect, test } from 'vitest';
import { nearest } from './did-you-mean.ts';

const KNOWN = ['link_url', 'page_id', 'name', 'description'];

test.each([
  ['linkurl', 'link_url'],
  ['Link_URL', 'link_url'],
  ['link_uri', 'link_url'],
  ['pageid', 'page_id'],
  ['nmae', 'name'],
  ['descriptions', 'description'],
])('%s → %s', (word, meant) => expect(nearest(word, KNOWN)).toBe(meant));

test.each(['budget', 'x', '', 'constructor', 'z'.repeat(10_000)])('%s resembles nothing', (word) => {
  expect(nearest(word, KNOWN)).toBeUndefined();
});

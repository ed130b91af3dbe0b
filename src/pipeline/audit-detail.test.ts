import { expect, it } from 'vitest';
import { auditedArguments, auditedResult } from './audit-detail.ts';

it('keeps arguments as they were, and of very long ones their beginning and their length', () => {
  const short = { name: 'a'.repeat(16_384 - '{"name":""}'.length) };
  expect(auditedArguments(short)).toBe(short);
  const long = { name: `${short.name}a` };
  expect(auditedArguments(long)).toEqual({
    cut: true,
    characters: 16_385,
    start: JSON.stringify(long).slice(0, 2048),
  });
});

it.each([
  [
    { campaign: { id: '7', name: 'Launch', secret: 'x' }, ad: { id: '8' } },
    { ids: { campaign: '7', ad: '8' }, names: { campaign: 'Launch' } },
  ],
  [
    { tag: { tag_id: '5', name: 'Pixel' }, version: { version_id: '8' } },
    { ids: { tag: '5', version: '8' }, names: { tag: 'Pixel' } },
  ],
  [{ made: [{ kind: 'tag', id: '5', name: 'Pixel' }, 7] }, { rows: [{ id: '5', level: 'tag' }] }],
  [{ applied: { name: { from: 'a', to: 'b' } } }, { applied: { name: { from: 'a', to: 'b' } } }],
  [{ not_applied: ['budget'] }, { not_applied: ['budget'] }],
  [{ access_token: 'EAAB', count: 3, none: null, numbered: { id: 5 } }, {}],
  [null, {}],
  ['text', {}],
])('of the result %j it keeps %j', (result, kept) => {
  expect(auditedResult(JSON.stringify(result))).toEqual(kept);
});

it('of changes that are too long it keeps how long they were', () => {
  const changed = (to: string) => ({ applied: { name: { from: 'a', to } } });
  const short = changed('b'.repeat(131_072 - JSON.stringify(changed('')).length));
  expect(auditedResult(JSON.stringify(short))).toEqual(short);
  const long = changed(`${short.applied.name.to}b`);
  expect(auditedResult(JSON.stringify(long))).toEqual({ changes_cut: 131_073 });
});

it('who people are is counted, not kept', () => {
  const args = { audience_id: '1', add: ['a@acme.example', 'b@acme.example'], remove: undefined };
  expect(auditedArguments(args, ['add', 'remove'])).toEqual({ audience_id: '1', add: { withheld: 2 } });
});

it('passwords and signatures in addresses are hidden, the address stays', () => {
  const args = {
    url: 'https://me:pa55@files.example/a.png?size=2&X-Amz-Signature=abc&sig=d%2F1#top',
    parts: [{ link: 'http://shop.example/?utm_source=x&access_token=EAAB' }],
  };
  expect(auditedArguments(args)).toEqual({
    url: 'https://[hidden]@files.example/a.png?size=2&X-Amz-Signature=[hidden]&sig=[hidden]#top',
    parts: [{ link: 'http://shop.example/?utm_source=x&access_token=[hidden]' }],
  });
  const name = `${'x'.repeat(500)}_token_${'y'.repeat(500)}`;
  expect(auditedArguments({ url: `https://a.example/?b=c?${name}=1` })).toEqual({
    url: `https://a.example/?b=c?${name}=[hidden]`,
  });
  const harmless = { url: 'https://shop.example/?utm_term=monkey=1', text: 'write to me@shop.example' };
  expect(auditedArguments(harmless)).toBe(harmless);
});

it('a long text that only looks like a secret is read once', () => {
  const args = { url: `https://a.example/?${'token'.repeat(100_000)}` };
  expect(auditedArguments(args)).toMatchObject({ cut: true });
});

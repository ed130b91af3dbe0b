import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { signedText } from './signed-text.ts';

const signed = signedText(Buffer.alloc(32, 1));

test('what was sealed opens for the same use, and for no other, and under no other key', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (text, context, other) => {
      const sealed = signed.seal(text, context);
      expect(signed.open(sealed, context)).toBe(text);
      if (other !== context) expect(signed.open(sealed, other)).toBeUndefined();
      expect(signedText(Buffer.alloc(32, 2)).open(sealed, context)).toBeUndefined();
    }),
  );
});

test('it does not open with any change in it', () => {
  const sealed = signed.seal('position 5', 'list');
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(signed.open(changed, 'list')).toBeUndefined();
  }
  expect(signed.open(signed.seal('bc', 'a').slice(1), 'ab')).toBeUndefined();
  for (const wrong of ['', '.', 'position 5', 'position 5.', `${sealed}.`, `${sealed}=`, `${sealed.slice(0, -1)}é`])
    expect(signed.open(wrong, 'list')).toBeUndefined();
});

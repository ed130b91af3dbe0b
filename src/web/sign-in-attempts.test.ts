import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { SignInAttempts } from './sign-in-attempts.ts';

const guess = (attempts: SignInAttempts, from: number, device?: string) => {
  try {
    return attempts.count(`203.0.113.${from}`, 'Victim@acme.example', device);
  } catch {
    return 'refused';
  }
};

test('guessing from many addresses uses up the tries of strangers, and not those of a known browser', () => {
  const attempts = new SignInAttempts(stillAmbient());
  for (let from = 0; from < 100; from++) expect(guess(attempts, from)).not.toBe('refused');
  expect(guess(attempts, 200)).toBe('refused');
  for (let left = 9; left >= 0; left--) expect(guess(attempts, 200, 'the owner’s own')).toBe(left);
  expect(guess(attempts, 200, 'the owner’s own')).toBe('refused');
});

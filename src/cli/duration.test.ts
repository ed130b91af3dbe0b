import { expect, test } from 'vitest';
import { requireYes } from './confirmation.ts';
import { durationMs, momentMs } from './duration.ts';
import { pointsOf } from './points.ts';

const NOW = Date.UTC(2026, 0, 15);

test('a duration is a number and a unit, and a moment is one from now or a date ahead', () => {
  expect(['90s', '15m', '24h', '30d'].map((text) => durationMs(text, 'overlap'))).toEqual([
    ...[90_000, 900_000, 86_400_000, 2_592_000_000],
  ]);
  for (const text of ['', '15', 'm', '1w', '-1m'])
    expect(() => durationMs(text, 'overlap'), text).toThrow('--overlap is');
  expect(momentMs('1d', 'expires', NOW)).toBe(NOW + 86_400_000);
  expect(momentMs('2026-01-16', 'expires', NOW)).toBe(NOW + 86_400_000);
  for (const text of ['2026-01-14', 'tomorrow', '0d'])
    expect(() => momentMs(text, 'expires', NOW)).toThrow('a time ahead');
});

test('points are a whole number above zero', () => {
  expect(pointsOf('50')).toBe(50);
  for (const text of ['0', '-1', '1.5', 'none'])
    expect(() => pointsOf(text, 'default')).toThrow('above zero, or default');
});

test('what cannot be undone is done with --yes alone', () => {
  const given = (options: object) => ({ options }) as Parameters<typeof requireYes>[0];
  expect(() => requireYes(given({}), 'It would go.')).toThrow(
    'It would go. This cannot be undone. Nothing was changed',
  );
  expect(() => requireYes(given({ yes: true }), 'It would go.')).not.toThrow();
});

import { expect, test } from 'vitest';
import { plainText } from './fields.ts';

const NAME = plainText(20);

test.each(['Go 🚀', 'Go 🇩🇪', 'Go 1️⃣', 'Go ❤️', 'Acme ™️'])('%s has an emoji', (name) => {
  expect(NAME.safeParse(name).error?.issues[0]?.message).toContain('emoji');
});

test.each(['Acme™ 2026', 'Acme® © 1*#', 'Größe “x”'])('%s has none', (name) => {
  expect(NAME.safeParse(name).success).toBe(true);
});

test('characters of Chinese, Japanese and Korean count twice', () => {
  expect(NAME.safeParse('広'.repeat(10)).success).toBe(true);
  expect(NAME.safeParse('広'.repeat(11)).error?.issues[0]?.message).toContain('count twice');
});

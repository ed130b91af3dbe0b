import { expect, test } from 'vitest';
import { personMarks } from './person-marks.ts';

const marks = personMarks({ personKey: Buffer.alloc(32, 7) });
const kim = marks.email('ws_1', 'kim@example.com');
const number = marks.phone('ws_1', '+49 30 123456');

test.each([' Kim@Example.com ', 'KIM@EXAMPLE.COM'])(
  'an address is found again however it is written: %j',
  (written) => {
    expect(marks.email('ws_1', written)).toBe(kim);
  },
);

test('letters with accents are the same in one part and in two', () => {
  expect(marks.email('ws_1', 'jos\u0065\u0301@example.com')).toBe(marks.email('ws_1', 'jos\u00e9@example.com'));
});

test.each(['004930123456', '+49 (30) 12-34.56', '49/30/123456', ' +4930123456\n'])(
  'a number is found again however it is written: %j',
  (written) => {
    expect(marks.phone('ws_1', written)).toBe(number);
  },
);

test('six digits are a number', () => {
  expect(marks.phone('ws_1', '123456')).toBe(marks.phone('ws_1', '12 34 56'));
  expect(marks.phone('ws_1', '123456')).toBeDefined();
});

test('no two people, workspaces or keys share a mark, and it does not tell the address', () => {
  const other = personMarks({ personKey: Buffer.alloc(32, 8) });
  const all = [
    kim,
    number,
    marks.email('ws_2', 'kim@example.com'),
    marks.email('ws_1', 'kim@example.org'),
    marks.phone('ws_2', '+49 30 123456'),
    marks.phone('ws_1', '+49 30 123457'),
    other.email('ws_1', 'kim@example.com'),
    other.phone('ws_1', '+49 30 123456'),
  ];
  expect(new Set(all).size).toBe(all.length);
  for (const mark of all) expect(mark).toMatch(/^[\w-]{43}$/);
});

test.each(['', 'kim', '@example.com', 'kim@', 'kim@a@b', 'k im@example.com'])('%j is no address', (none) => {
  expect(marks.email('ws_1', none)).toBeUndefined();
});

test.each(['', '12345', '0012345', 'call 030 123456', '030 123456 ext', '30+123456', 'a@123456.example'])(
  '%j is no number',
  (none) => {
    expect(marks.phone('ws_1', none)).toBeUndefined();
  },
);

import { expect, test } from 'vitest';
import { className } from './words.ts';

test.each([
  ['switches on', { class: 'activate', reachesVisitors: false }],
  ['reaches visitors', { class: 'activate', reachesVisitors: true }],
])('an activation %s', (words, plan) => expect(className(plan)).toBe(words));

import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'call',
    `
    1 enforced A version has to be named.`,
  ),
];

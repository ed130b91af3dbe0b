import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'any call',
    `
    1 enforced A path has its trailing slash.
    2 enforced The Access-Token header holds a token that was given out and not revoked.`,
  ),
];

import { expect, test } from 'vitest';
import { withConnectLine } from './connect-line.ts';

test.each([
  [
    'Reconnect it (adhelm connect social).',
    'Acme',
    'live',
    'adhelm connect social --workspace Acme --credentials FILE',
  ],
  [
    'Reconnect it (adhelm connect).',
    "Ann's shop",
    'sandbox',
    "adhelm connect video --workspace 'Ann'\\''s shop' --sandbox",
  ],
  ['Again (adhelm connect CHANNEL).', 'Acme', 'sandbox', 'adhelm connect video --workspace Acme --sandbox'],
] as const)('%s names the workspace %s', (text, workspace, mode, line) => {
  expect(withConnectLine(text, { channel: 'video', workspace, mode })).toBe(text.replace(/\(.*\)/, () => `(${line})`));
});

test('other sentences stay as they are', () => {
  const place = { channel: 'video', workspace: 'Acme', mode: 'live' } as const;
  for (const text of ['Call again.', 'See `adhelm connect --accounts`.', '(adhelm connect x --workspace Acme)'])
    expect(withConnectLine(text, place)).toBe(text);
});

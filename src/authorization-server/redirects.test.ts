import { describe, expect, it } from 'vitest';
import { isAllowedRedirect } from './redirects.ts';

const OPERATORS = ['https://agents.example.com', 'corp-agent://sign-in'];

/** One address of every place that codes may be sent to. */
const ALLOWED = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://claude.com/api/mcp/auth_callback',
  'https://chatgpt.com/connector/oauth/abc',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'https://vscode.dev/redirect',
  'http://127.0.0.1:33418/callback',
  'http://localhost/callback',
  'http://[::1]:9000/',
  ...OPERATORS.map((place) => `${place}/callback`),
];

describe.each(ALLOWED)('%s', (address) => {
  const url = new URL(address);
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };

  it('may be sent codes', () => {
    expect(isAllowedRedirect(address, OPERATORS)).toBe(true);
  });

  it('is refused with a user name or a password in it', () => {
    for (const part of ['username', 'password'] as const) {
      const named = changed((copy) => {
        copy[part] = 'claude.ai';
      });
      expect(named).toContain('claude.ai@');
      expect(isAllowedRedirect(named, OPERATORS), named).toBe(false);
    }
  });

  it('is refused for another place that only looks like it', () => {
    const { protocol, host } = url;
    const places = [
      `https://evil.example/${host}`,
      `https://${host}.evil.example/`,
      `https://evil.example#${host}`,
      `${protocol === 'http:' ? 'https:' : 'http:'}//${host}/`,
      `javascript://${host}/%0aalert(1)`,
      `data:text/html,${host}`,
    ];
    for (const place of places) expect(isAllowedRedirect(place, OPERATORS), place).toBe(false);
  });
});

it('takes the operator’s places only where the operator named them', () => {
  for (const place of OPERATORS) expect(isAllowedRedirect(`${place}/callback`, [])).toBe(false);
});

it.each([undefined, null, 7, '', 'no address', ['https://claude.ai/'], {}])('%o is no address', (given) => {
  expect(isAllowedRedirect(given, OPERATORS)).toBe(false);
});

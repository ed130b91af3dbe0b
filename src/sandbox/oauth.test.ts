import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { OAuthStore } from './oauth.ts';

const grant = { clientId: 'app', subject: 'somebody', scopes: ['read'], issuedAt: 0, expiresAt: 100 };
const BACK = 'https://us.example/back';

function store(): OAuthStore {
  const made = new OAuthStore(new DatabaseSync(':memory:'), 'test');
  made.createTables();
  return made;
}

const S256 = { challenge: createHash('sha256').update('secret').digest('base64url'), challengeMethod: 'S256' };

test.each<[string, object, object]>([
  ['unknown', {}, { code: 'other' }],
  ['other_client', {}, { clientId: 'another' }],
  ['expired', {}, { now: 100 }],
  ['other_redirect_uri', {}, { redirectUri: `${BACK}/x` }],
  ['wrong_verifier', S256, { verifier: 'wrong' }],
  ['wrong_verifier', S256, {}],
  ['wrong_verifier', S256, { verifier: S256.challenge }],
  ['wrong_verifier', { challenge: 'secret', challengeMethod: 'plain' }, { verifier: 'Secret' }],
])('a code is refused as %s, and can still be used afterwards, once', (problem, proof, flaw) => {
  const codes = store();
  codes.saveCode({ ...grant, code: 'c', redirectUri: BACK, ...proof });
  const verifier = 'challenge' in proof ? 'secret' : undefined;
  const good = { clientId: 'app', redirectUri: BACK, now: 99, ...(verifier && { verifier }) };
  const { code = 'c', ...asked } = { clientId: 'app', redirectUri: BACK, now: 99, ...flaw } as typeof good & {
    code?: string;
  };
  expect(codes.redeemCode(code, asked)).toBe(problem);
  expect(codes.redeemCode('c', good)).toMatchObject({ subject: 'somebody', scopes: ['read'] });
  expect(codes.redeemCode('c', good)).toBe('used');
});

test.each<[string, object]>([
  ['other_client', { clientId: 'another', now: 99 }],
  ['unknown', { kind: 'refresh', now: 99 }],
  ['expired', { clientId: 'app', now: 100 }],
])('a token is refused as %s', (problem, asked) => {
  const tokens = store();
  tokens.saveToken({ ...grant, token: 't', kind: 'access' });
  expect(tokens.checkToken('t', asked as { now: number })).toBe(problem);
  expect(tokens.checkToken('t', { kind: 'access', clientId: 'app', now: 99 })).toMatchObject({ subject: 'somebody' });
  tokens.revoke(tokens.findToken('t')!);
  expect(tokens.checkToken('t', { kind: 'access', clientId: 'app', now: 99 })).toBe('revoked');
});

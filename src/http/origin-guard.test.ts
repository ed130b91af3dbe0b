import { expect, test } from 'vitest';
import { received, refusedWith } from './exchange.testing.ts';
import { originGuard } from './origin-guard.ts';

const guard = originGuard({
  host: '0.0.0.0',
  publicUrl: 'https://ads.example',
  allowedOrigins: ['https://app.example'],
});
const from = async (origin: string) => {
  const { exchange } = received({ headers: { host: 'ads.example', origin } });
  return [(await refusedWith(() => guard(exchange)))?.status, exchange.origin];
};

test.each(['https://ads.example', 'https://app.example', 'http://localhost:3000', 'http://127.0.0.1'])(
  'a page of %s may call',
  async (origin) => {
    expect(await from(origin)).toEqual([undefined, origin]);
  },
);

test.each(['https://evil.example', 'https://app.example.evil.example', 'null'])(
  'a page of %s may not',
  async (origin) => {
    expect(await from(origin)).toEqual([403, undefined]);
  },
);

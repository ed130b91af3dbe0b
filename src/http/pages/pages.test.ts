import { expect, test } from 'vitest';
import type { Settings } from '../../config.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { acceptedType } from '../accepted-type.ts';
import { hostGuard } from '../origin-guard.ts';
import type { Page } from '../page.ts';
import { signInPlaces } from '../sign-in-places.ts';
import { healthPages } from './health.ts';
import { mediaPlanFilePage } from './media-plan-file.ts';
import { readinessOf } from './readiness.ts';
import { reportsCsvPage } from './reports-csv.ts';
import { sheetsReadPage } from './sheets-read.ts';

const GUARDED: readonly (readonly [string, (pipeline: Pipeline, tool: Tool) => Page])[] = [
  ['a report', reportsCsvPage],
  ['the file of a media plan', (pipeline, tool) => mediaPlanFilePage('/media-plan', pipeline, tool)],
  ['cells of a sheet', sheetsReadPage],
];

test.each(GUARDED)('%s is refused without a key', async (_, pageOf) => {
  const page = pageOf({} as Pipeline, toolOf(trains));
  expect(page.guarded).toBe(true);
  const asked = { requestId: 'req_1', gone: () => new AbortController().signal, query: {} };
  await expect(page.handler(asked as never)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
});

const SOUND = {
  store: { ok: true, writable: true, pendingMigrations: 0 },
  isRedisUp: undefined,
  serving: 2,
  wanted: 2,
  isClosing: false,
};
const OK = { store: 'ok', migrations: 'ok', limiter: 'ok', workers: 'ok', shutdown: 'no' };

test.each([
  [{}, 200, 'ready', {}],
  [{ isRedisUp: true }, 200, 'ready', {}],
  [
    { isRedisUp: false },
    200,
    'degraded',
    { limiter: 'degraded: Redis does not answer, each process allows its share' },
  ],
  [{ serving: 1 }, 200, 'degraded', { workers: '1 of 2 serve' }],
  [{ isClosing: true }, 503, 'not ready', { shutdown: 'under way' }],
  [
    { store: { ok: false, writable: true, pendingMigrations: 3 } },
    503,
    'not ready',
    { store: 'not up to date', migrations: '3 pending' },
  ],
  [
    { store: { ok: false, writable: false, pendingMigrations: 0 } },
    503,
    'not ready',
    { store: 'cannot be written to' },
  ],
])('readiness with %j is %i, %s', async (found, code, status, checks) => {
  const pages = healthPages(
    async () => readinessOf({ ...SOUND, ...found } as never),
    async () => '',
  );
  const page = pages.find(({ path }) => path === '/readyz')!;
  const answer = await page.handler({} as never);
  expect(answer).toMatchObject({ status: code });
  expect(JSON.parse(String(answer.body))).toEqual({ status, checks: { ...OK, ...checks } });
});

type Places = Pick<Settings, 'publicUrl' | 'host' | 'sandbox'>;
test.each<[string, Places, boolean]>([
  ['over https', { publicUrl: 'https://ads.example.com', host: '0.0.0.0', sandbox: 'off' }, true],
  ['over http at a public name', { publicUrl: 'http://ads.example.com', host: '0.0.0.0', sandbox: 'on' }, false],
  ['on loopback for rehearsal', { publicUrl: '', host: '127.0.0.1', sandbox: 'on' }, true],
  ['at a public address named by no URL', { publicUrl: '', host: '0.0.0.0', sandbox: 'on' }, false],
  ['on loopback with real accounts', { publicUrl: '', host: 'localhost', sandbox: 'off' }, false],
  ['at a local URL for rehearsal', { publicUrl: 'http://localhost:8080', host: '0.0.0.0', sandbox: 'on' }, true],
])('clients sign in %s: %j, %s', (_, settings, can) => {
  expect(signInPlaces(settings, () => 'http://127.0.0.1:1') !== undefined).toBe(can);
});

test.each([
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['evil.example.com', 'http://127.0.0.1:1'],
  ['not a host', 'http://127.0.0.1:1'],
  [undefined, 'http://127.0.0.1:1'],
])('on loopback a client that called %s is told its own name only', (host, origin) => {
  const places = signInPlaces({ publicUrl: '', host: '127.0.0.1', sandbox: 'on' }, () => 'http://127.0.0.1:1/x')!;
  expect(places.originFor(host)).toBe(origin);
});

test('at a public URL no request tells another origin', () => {
  const settings: Places = { publicUrl: 'https://ads.example.com/a', host: '0.0.0.0', sandbox: 'off' };
  const places = signInPlaces(settings, () => 'http://127.0.0.1:1')!;
  expect(places.originFor('localhost:8080')).toBe('https://ads.example.com');
});

test.each([
  ['127.0.0.1', 'localhost:80', 1, undefined],
  ['127.0.0.1', 'rebound.example.com', 1, 403],
  ['::1', 'rebound.example.com', 1, 403],
  ['127.0.0.1', undefined, 1, 400],
  ['0.0.0.0', undefined, 1, 400],
  ['127.0.0.1', undefined, 0, undefined],
  ['0.0.0.0', 'any.example.com', 1, undefined],
])('a service at %s that is called %s by HTTP/1.%i answers %s', (host, named, httpVersionMinor, status) => {
  const guard = hostGuard({ host, publicUrl: '', allowedOrigins: [] });
  const call = () => guard({ headers: { host: named }, request: { httpVersionMinor } } as never);
  if (status === undefined) expect(call).not.toThrow();
  else expect(call).toThrow(expect.objectContaining({ status }));
});

test.each([
  ['a/a;q=0.5, b/b', 'b/b'],
  ['a/*;q=0.9, b/b;q=0.9', 'b/b'],
  ['b/b, a/a', 'b/b'],
  ['*', 'a/a'],
  ['*;q=0', undefined],
  ['a/a;q=x, b/b;q=0.1', 'b/b'],
  [undefined, 'a/a'],
])('of two types the header %s is given %s', (header, type) => {
  expect(acceptedType(header, ['a/a', 'b/b'])).toBe(type);
});

import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { Clock } from './clock.ts';
import { discoverEmulators } from './discover.ts';
import type { Emulator } from './emulator.ts';
import { Ledger } from './ledger.ts';
import { PushDesk } from './push.ts';
import notes from './test-platforms/notes/emulator.ts';
import { worldFor } from './world.ts';

async function routesOf(emulator: Emulator): Promise<string[]> {
  const db = new DatabaseSync(':memory:');
  const world = worldFor(emulator.platform, {
    db,
    clock: new Clock(db, realAmbient),
    elapsedMs: realAmbient.elapsedMs,
    ledger: new Ledger(db),
    origins: new Map([[emulator.platform, 'http://127.0.0.1:1']]),
    pushes: new PushDesk(() => {}),
  });
  emulator.prepare(world);
  const app = Fastify({ exposeHeadRoutes: false });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.endsWith('*')) return;
    for (const each of [method].flat()) routes.push(`${each} ${routeShape(url)}`);
  });
  emulator.mount(app, world);
  await app.ready();
  await app.close();
  db.close();
  const dispatched = emulator.routes ?? [];
  return [...new Set([...routes, ...dispatched.map(({ method, path }) => `${method} ${shape(path)}`)])];
}

/** The platform's notation, `/things/{thingId}/values:batchGet`, without the names. */
function shape(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}');
}

/** The router's notation of the same, `/things/:id/values::batchGet`. */
function routeShape(url: string): string {
  return url
    .replaceAll('::', '\0')
    .replace(/:\w+(\([^)]*\))?/g, '{}')
    .replaceAll('\0', ':');
}

describe.each([notes, ...(await discoverEmulators())])('the coverage list of $platform', (emulator) => {
  test('has each call once', () => {
    const calls = emulator.coverage.routes.map(({ method, path }) => `${method} ${shape(path)}`);
    expect(calls).toEqual([...new Set(calls)]);
  });

  test('tells of exactly the calls that are served', async () => {
    const claimed = emulator.coverage.routes
      .filter(({ state }) => state !== 'absent')
      .map(({ method, path }) => `${method} ${shape(path)}`);
    expect(claimed.sort()).toEqual((await routesOf(emulator)).sort());
  });

  test('has each rule once, and says what is missing of one that is partly enforced', () => {
    const { rules } = emulator.coverage;
    expect(rules.map(({ number }) => number)).toEqual([...new Set(rules.map(({ number }) => number))]);
    expect(rules.filter(({ state, note }) => state === 'partly' && note === undefined)).toEqual([]);
  });
});

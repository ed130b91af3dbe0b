import { DatabaseSync } from 'node:sqlite';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Effect, World } from '../emulator.ts';
import emulator from './emulator.ts';

/** The emulator by itself on a file in memory, for tests: a clock that stands still and a ledger to look at. */
export interface Harness {
  app: FastifyInstance;
  world: World & { setNow(ms: number): void };
  ledger: Effect[];
  token(company?: 'Acme' | 'Acme Japan'): Promise<string>;
}

export const NOON = Date.parse('2026-11-15T17:00:00Z');

export function startHarness(): Harness {
  const db = new DatabaseSync(':memory:');
  let nowMs = NOON;
  let depth = 0;
  const ledger: Effect[] = [];
  const world: Harness['world'] = {
    db,
    now: () => nowMs,
    setNow: (ms) => {
      nowMs = ms;
    },
    origin: () => 'http://127.0.0.1:0',
    change(work) {
      if (depth > 0) return work((effect) => ledger.push(effect));
      const written: Effect[] = [];
      db.exec('BEGIN IMMEDIATE');
      depth += 1;
      try {
        const result = work((effect) => written.push(effect));
        db.exec('COMMIT');
        ledger.push(...written);
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      } finally {
        depth -= 1;
      }
    },
  };
  emulator.prepare(world);
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  emulator.mount(app, world);
  return {
    app,
    world,
    ledger,
    async token(company = 'Acme') {
      const { credentials } = emulator.grants(world).find((grant) => grant.company === company)!;
      const form = new URLSearchParams({ grant_type: 'refresh_token', ...credentials });
      const reply = await app.inject({
        method: 'POST',
        url: '/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      });
      return reply.json().access_token;
    },
  };
}

import { expect, test } from 'vitest';
import { Failure } from '../errors.ts';
import { leadOf } from '../pipeline/scripted-leads.testing.ts';
import type { LeadPull } from '../tools/leads/lead-book.ts';
import type { Lead } from '../tools/leads/leads.ts';
import { pullLeads } from './pull-leads.ts';

test('what was read before a form that is closed is kept, and the reading does not count as whole', async () => {
  const kept: string[] = [];
  const pulls: LeadPull[] = [];
  const closed = new Failure({ code: 'permission_denied', message: 'closed', nextStep: 'ask' });
  const source = {
    keptDays: 90,
    forms: async () => [],
    form: async () => ({ id: 'f1', name: '', status: '', usable: true }),
    async *since(): AsyncGenerator<Lead[]> {
      yield [leadOf('a', 1000), leadOf('b', 2000)];
      throw closed;
    },
  };
  const pulled = (signal: AbortSignal) =>
    pullLeads('trains', source, {
      client: undefined,
      account: '1',
      now: () => 3000,
      progress: () => {},
      signal,
      leads: {
        keptDays: 90,
        lastPull: async () => undefined,
        async keep(_place, leads, pull) {
          kept.push(...leads.map(({ id }) => id));
          if (pull) pulls.push(pull);
        },
      },
    });
  await expect(pulled(AbortSignal.abort(closed))).rejects.toBe(closed);
  expect(kept, 'by a caller that has left').toEqual([]);
  await expect(pulled(new AbortController().signal)).rejects.toBe(closed);
  expect(kept).toEqual(['a', 'b']);
  expect(pulls).toEqual([]);
});

test('after a lead dated in the future, what came in since the last reading is read', async () => {
  const asked: number[] = [];
  const hour = 3_600_000;
  const now = 1_000 * hour;
  const last = { readTo: now + 500 * hour, at: now - 100 * hour };
  await pullLeads(
    'trains',
    {
      keptDays: 90,
      forms: async () => [],
      form: async () => ({ id: 'f1', name: '', status: '', usable: true }),
      async *since(_client, _account, { since }): AsyncGenerator<Lead[]> {
        asked.push(since);
        yield [];
      },
    },
    {
      client: undefined,
      account: '1',
      now: () => now,
      progress: () => {},
      signal: new AbortController().signal,
      leads: { keptDays: 90, lastPull: async () => last, keep: async () => {} },
    },
  );
  expect(asked).toEqual([last.at - 6 * hour]);
});

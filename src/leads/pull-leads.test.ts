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

import type { Channel } from '../tools/channel.ts';
import type { Lead, Leads } from '../tools/leads/leads.ts';
import { type TrainClient, trains } from './pipeline.testing.ts';

/** A platform that hands out the leads a test gives it, page by page. */
export interface ScriptedLeads {
  channel: Channel<TrainClient>;
  /** What the platform has, by pages. */
  pages: Lead[][];
  /** The moments it was asked since. */
  asked: number[];
  /** Called before each page; a test lets it fail, or wait. */
  before: (page: number) => void | Promise<void>;
}

export function scriptedLeads(push?: Leads['push']): ScriptedLeads {
  const form = { id: 'f1', name: 'Tour', status: 'ACTIVE', usable: true };
  const script: ScriptedLeads = { channel: trains, pages: [], asked: [], before: () => {} };
  const leads: Leads<TrainClient> = {
    keptDays: 30,
    forms: async () => [form],
    form: async () => ({ ...form, questions: [{ field: 'email', text: 'Your e-mail' }] }),
    async *since(_client, _account, { since }) {
      script.asked.push(since);
      for (const [at, page] of script.pages.entries()) {
        await script.before(at);
        yield page.filter(({ submitted_at }) => submitted_at >= since);
      }
    },
    ...(push && { push }),
  };
  script.channel = { ...trains, leads };
  return script;
}

export function leadOf(id: string, submitted_at: number, more: Partial<Lead> = {}): Lead {
  return {
    id,
    form_id: 'f1',
    submitted_at,
    is_test: false,
    answers: [
      { field: 'email', values: [`${id}@example.com`] },
      { field: 'company', values: [''] },
    ],
    ...more,
  };
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../ambient.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { seedWorkspace } from '../store/store.testing.ts';
import { StoredLeads } from '../store/stored-leads.ts';
import { personMarks } from '../vault/person-marks.ts';
import { type NoticesScene, noticesScene } from './notices.testing.ts';

let at: NoticesScene;
beforeEach(async () => {
  at = await noticesScene();
});
afterEach(() => at.close());

/** What has been written down is read and sent. */
async function tick(): Promise<void> {
  at.ambient.advance(MINUTE_MS);
  await at.runDue([at.reading.kind, at.deliveries.kind]);
}
const bodies = () => at.received.map(({ body }) => JSON.parse(body));
const record = (...entries: Partial<AuditEntry>[]) =>
  at.store.transaction(async () => {
    for (const entry of entries)
      at.audit.append({
        organizationId: at.organizationId,
        workspaceId: at.workspaceId,
        actor: 'key_1',
        action: 'search/update_campaign',
        phase: 'event',
        detail: {},
        ...entry,
      });
  });
const call = (callId: string, detail: Record<string, unknown>) =>
  record({ phase: 'intent', callId, detail: { arguments: {} } }, { phase: 'outcome', callId, detail });

describe('of the audit log', () => {
  it('a change that was applied and one whose outcome is unknown are told once each, a refused one is not', async () => {
    await call('req_0', { outcome: 'applied' });
    await at.add();
    const applied = { daily_budget: { from: '70.00', to: '700.00' } };
    await call('req_1', { outcome: 'applied', ids: { campaign: '7' }, names: { campaign: 'Summer' }, applied });
    await call('req_2', { outcome: 'not_applied', code: 'over_limit' });
    await call('req_3', { outcome: 'unknown', code: 'outcome_unknown' });
    await tick();
    await tick();
    const [made, unknown, ...more] = bodies();
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      type: 'change.applied',
      data: {
        call_id: 'req_1',
        channel: 'search',
        tool: 'update_campaign',
        ids: { campaign: '7' },
        names: { campaign: 'Summer' },
        applied,
      },
    });
    expect(unknown).toMatchObject({ type: 'change.unknown', data: { call_id: 'req_3' } });
    const intent = await at.store.db
      .selectFrom('audit_log')
      .select('seq')
      .where('phase', '=', 'intent')
      .where('call_id', '=', 'req_1')
      .executeTakeFirstOrThrow();
    expect(made.data.change_id).toBe(`chg_${intent.seq}`);
  });

  it('a bulk change is one event, with the number of objects', async () => {
    await at.add();
    const rows = Array.from({ length: 150 }, (_, n) => ({ id: String(n) }));
    await call('req_1', { outcome: 'applied', rows });
    await tick();
    expect(bodies()).toEqual([expect.objectContaining({ data: expect.objectContaining({ objects: 150 }) })]);
  });

  it('a lost answer that turned out to have been applied is told again', async () => {
    await at.add();
    await call('req_1', { outcome: 'unknown' });
    await record({ action: 'outcome.settle', callId: 'req_1', detail: { outcome: 'applied', words: 'It was made.' } });
    await tick();
    expect(bodies().map(({ type, data }) => [type, data.tool])).toEqual([
      ['change.unknown', 'update_campaign'],
      ['change.applied', 'update_campaign'],
    ]);
  });

  it('more than fits one look is told in order and without a gap', async () => {
    await at.add();
    for (let n = 0; n < 230; n++) await call(`req_${n}`, { outcome: 'applied' });
    await tick();
    expect(bodies().map(({ data }) => data.call_id)).toEqual(Array.from({ length: 230 }, (_, n) => `req_${n}`));
  });

  it('two processes that read at once tell it once', async () => {
    await at.add();
    await call('req_1', { outcome: 'applied' });
    const run = () => at.reading.kind.run({} as never);
    await Promise.all([run(), run()]);
    await run();
    await tick();
    expect(bodies()).toHaveLength(1);
  });

  it('a plan that waits is told, one that was decided meanwhile or belongs to another workspace is not', async () => {
    await at.add();
    const other = await seedWorkspace(at.store);
    const plan = (id: string, state: 'waiting' | 'approved', place = at as typeof other) =>
      at.store.db
        .insertInto('plans')
        .values({
          id,
          organization_id: place.organizationId,
          workspace_id: place.workspaceId,
          channel: 'search',
          tool: 'update_budget',
          class: 'raise',
          state,
          requester: 'key_1',
          reason: 'More for summer',
          hash: id,
          sameness: id,
          facts: Buffer.from(''),
          result: null,
          approvals: '[]',
          decision_note: null,
          instance_id: null,
          call_id: null,
          created_at: at.ambient.now(),
          expires_at: at.ambient.now() + DAY_MS,
          retry_at: null,
          retries: 0,
          decided_at: null,
          decided_by: null,
        })
        .execute();
    await plan('plan_1', 'waiting');
    await plan('plan_2', 'approved');
    await plan('plan_3', 'waiting', other);
    for (const id of ['plan_1', 'plan_2', 'plan_3'])
      await record({ action: 'plan.make', detail: { plan: id, code: 'K7' } });
    // Made as a preview only, and handed to people before the log was read.
    await plan('plan_4', 'waiting');
    await record({ action: 'plan.make', detail: { plan: 'plan_4', code: 'K8', state: 'planned' } });
    await record({ action: 'plan.waiting', detail: { plan: 'plan_4', code: 'K8' } });
    await tick();
    expect(bodies()).toEqual([
      expect.objectContaining({
        type: 'plan.waiting',
        data: expect.objectContaining({ plan_id: 'plan_1', code: 'K7', tool: 'update_budget' }),
      }),
      expect.objectContaining({ data: expect.objectContaining({ plan_id: 'plan_4', code: 'K8' }) }),
    ]);
  });

  it('nothing is read without an endpoint, and a later one begins at its own time', async () => {
    const { endpoint } = await at.add();
    await at.endpoints.remove({ workspaceId: at.workspaceId, id: endpoint.id }, 'user_1');
    await tick();
    expect(await at.store.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    await call('req_1', { outcome: 'applied' });
    await at.add();
    await call('req_2', { outcome: 'applied' });
    await tick();
    expect(bodies().map(({ data }) => data.call_id)).toEqual(['req_2']);
  });
});

describe('of leads', () => {
  const leads = () => new StoredLeads(at.store, at.vault, personMarks(at.secrets), at.ambient, 90);
  const lead = (id: string, submitted_at = at.ambient.now()) => ({
    id,
    form_id: 'form_1',
    submitted_at,
    is_test: false,
    answers: [{ field: 'email', values: ['ann@example.com'] }],
  });
  const keep = (book: StoredLeads, ids: string[], submitted?: number) =>
    book.keep(
      { workspaceId: at.workspaceId, mode: 'live' },
      { channel: 'social', account: 'act_1' },
      ids.map((id) => lead(id, submitted)),
    );

  it('each new one is told once, by ids only', async () => {
    const book = leads();
    await keep(book, ['0']);
    at.ambient.advance(2 * MINUTE_MS);
    await at.add();
    await keep(book, ['1', '2']);
    await tick();
    await keep(book, ['2', '3']);
    await tick();
    // Written by a process whose transaction took a while.
    await keep(book, ['4']);
    const kept_at = at.ambient.now() - MINUTE_MS / 2;
    await at.store.db.updateTable('leads').set({ kept_at }).where('lead_id', '=', '4').execute();
    await tick();
    await tick();
    expect(bodies().map(({ data }) => data.lead_id)).toEqual(['1', '2', '3', '4']);
    expect(bodies()[0]).toMatchObject({ type: 'lead.received', data: { channel: 'social', form_id: 'form_1' } });
    expect(JSON.stringify(at.received)).not.toContain('ann@');
  });

  it('none is written down where no endpoint asks for leads', async () => {
    await at.add({ events: ['alert.firing'] });
    await keep(leads(), ['1']);
    await tick();
    expect(await at.store.db.selectFrom('notice_events').select('id').execute()).toEqual([]);
  });

  it('one that two workspaces read is told in each of them', async () => {
    const other = await seedWorkspace(at.store);
    await at.add();
    await at.add(other);
    const book = leads();
    await keep(book, ['1']);
    await tick();
    const place = { channel: 'social', account: 'act_1' };
    await book.keep({ workspaceId: other.workspaceId, mode: 'live' }, place, [lead('1')]);
    await tick();
    await tick();
    expect(bodies().map(({ data }) => data.lead_id)).toEqual(['1', '1']);
  });

  it('more than fits one look are all told; old ones of a first pull are no news', async () => {
    const book = leads();
    await at.add();
    await keep(
      book,
      Array.from({ length: 450 }, (_, n) => String(n)),
    );
    await keep(book, ['old'], at.ambient.now() - 8 * DAY_MS);
    await tick();
    expect(new Set(bodies().map(({ data }) => data.lead_id)).size).toBe(450);
    expect(bodies()).toHaveLength(450);
  });
});

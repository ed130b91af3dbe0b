import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import type { Lead } from '../tools/leads/leads.ts';
import { personMarks } from '../vault/person-marks.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { leadAccounts } from './lead-tables.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from './store.testing.ts';
import { type LeadOwner, StoredLeads } from './stored-leads.ts';

const KEPT_DAYS = 90;
const place = { channel: 'social', account: '1' };
let store: TemporaryStore;
let ambient: StillAmbient;
let leads: StoredLeads;
let owner: LeadOwner;
beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  const secrets = deriveSecrets(randomBytes(32));
  leads = new StoredLeads(store, new Vault(store, secrets, ambient), personMarks(secrets), ambient, KEPT_DAYS);
  owner = { workspaceId: (await seedWorkspace(store, 'Acme')).workspaceId, mode: 'live' };
});
afterEach(() => store.discard());

const lead = (id: string, ageMs = HOUR_MS, email = `${id}@example.com`): Lead => ({
  id,
  form_id: 'f1',
  submitted_at: ambient.now() - ageMs,
  is_test: false,
  answers: [{ field: 'email', values: [email] }],
});
const keep = (...some: Lead[]) => leads.keep(owner, place, some);
const idsOf = async ({ workspaceId, mode } = owner) =>
  (await leads.page(workspaceId, [{ ...place, mode }], { limit: 100 })).items.map(({ id }) => id);
/** How many rows there are in all, marks and seals included. */
const rowsIn = async (table: 'leads' | 'lead_accounts' | 'lead_marks' | 'erased_leads') =>
  (await store.db.selectFrom(table).selectAll().execute()).length;

describe('a lead that is older than leads are kept', () => {
  test('is not kept, also where a platform hands it out, and leaves no mark', async () => {
    await keep(lead('old', KEPT_DAYS * DAY_MS + 1), lead('last', KEPT_DAYS * DAY_MS), lead('new'));
    expect(await idsOf()).toEqual(['new', 'last']);
    expect([await rowsIn('leads'), await rowsIn('lead_marks')]).toEqual([2, 2]);
  });

  test('goes, by the time it was submitted or kept, and its mark with it', async () => {
    await keep(lead('old', 10 * DAY_MS), lead('ahead', -100 * DAY_MS));
    ambient.advance((KEPT_DAYS - 10) * DAY_MS);
    await leads.removeOld();
    expect(await idsOf()).toEqual(['ahead', 'old']);
    ambient.advance(1);
    await leads.removeOld();
    expect(await idsOf()).toEqual(['ahead']);
    ambient.advance(10 * DAY_MS);
    await leads.removeOld();
    expect([await rowsIn('leads'), await rowsIn('lead_marks')]).toEqual([0, 0]);
  });
});

describe('a person who is erased', () => {
  const told: [string, number][] = [];
  const erase = (address: string) => leads.erasePerson(owner.workspaceId, address, (...one) => told.push(one));

  test('needs an address: other text erases no person, and nothing is recorded', async () => {
    await keep(lead('a'));
    expect([await erase('no address'), told]).toEqual([[], []]);
    expect(await idsOf()).toEqual(['a']);
  });

  test('is found in any writing of the address, in every channel and account, and does not come back', async () => {
    const hers = [lead('a', HOUR_MS, 'Ada@Example.com '), lead('b', HOUR_MS, 'ada@example.com')];
    await keep(...hers, lead('c'));
    await leads.keep(owner, { channel: 'video', account: '9' }, [lead('d', HOUR_MS, 'ADA@example.com')]);
    expect((await erase('ada@EXAMPLE.com')).map(({ leadId }) => leadId).sort()).toEqual(['a', 'b', 'd']);
    await keep(...hers);
    expect(await idsOf()).toEqual(['c']);
    expect([await rowsIn('leads'), await rowsIn('lead_marks')]).toEqual([1, 1]);
    expect(told.at(-1)?.[1]).toBe(3);
    expect(JSON.stringify(told)).not.toMatch(/ada/i);
  });

  test('stays in other workspaces, whose own owners decide', async () => {
    const other = { ...owner, workspaceId: (await seedWorkspace(store, 'Beta')).workspaceId };
    await keep(lead('a'));
    await leads.keep(other, place, [lead('a')]);
    await erase('a@example.com');
    expect([await idsOf(), await idsOf(other)]).toEqual([[], ['a']]);
  });

  test('is remembered for as long as a platform could hand the lead out again', async () => {
    await keep(lead('a'));
    await erase('a@example.com');
    ambient.advance(400 * DAY_MS);
    await leads.removeOld();
    expect(await rowsIn('erased_leads')).toBe(1);
    ambient.advance(1);
    await leads.removeOld();
    expect(await rowsIn('erased_leads')).toBe(0);
  });
});

test('what a person wrote opens only as the lead that it belongs to', async () => {
  await keep(lead('a'), lead('b'));
  expect((await leads.contents(owner, 'social', ['a'])).get('a')?.answers[0]?.values).toEqual(['a@example.com']);
  const { contents } = await store.db
    .selectFrom('leads')
    .select('contents')
    .where('lead_id', '=', 'a')
    .executeTakeFirstOrThrow();
  expect(Buffer.from(contents).toString('latin1')).not.toContain('example.com');
  await store.db.updateTable('leads').set({ contents }).where('lead_id', '=', 'b').execute();
  await expect(leads.contents(owner, 'social', ['b'])).rejects.toThrow();
});

test('leads of the sandbox and of live accounts are kept apart', async () => {
  const sandbox = { ...owner, mode: 'sandbox' as const };
  await keep(lead('a'));
  await leads.keep(sandbox, place, [lead('b')]);
  expect([await idsOf(), await idsOf(sandbox)]).toEqual([['a'], ['b']]);
  const found = (mode: 'live' | 'sandbox') =>
    leads.find({ workspaceId: owner.workspaceId, mode, channel: 'social', leadId: 'a' });
  expect([(await found('live'))?.id, await found('sandbox')]).toEqual(['a', undefined]);
  await leads.erase(sandbox, 'social', ['a']);
  expect(await idsOf()).toEqual(['a']);
});

describe('a lead of a form that two accounts share', () => {
  const other = { ...place, account: '2' };
  const listed = async (...accounts: string[]) => {
    const places = accounts.map((account) => ({ ...place, account, mode: owner.mode }));
    const { items } = await leads.page(owner.workspaceId, places, { limit: 100 });
    return items.map(({ id, account }) => `${id} of ${account}`);
  };

  test('is listed under each of them, and once where both are listed', async () => {
    await keep(lead('shared'), lead('own', 2 * HOUR_MS));
    await leads.keep(owner, other, [lead('shared'), lead('theirs', 3 * HOUR_MS)]);
    expect(await listed('1')).toEqual(['shared of 1', 'own of 1']);
    expect(await listed('2')).toEqual(['shared of 2', 'theirs of 2']);
    expect(await listed('2', '1')).toEqual(['shared of 1', 'own of 1', 'theirs of 2']);
    expect(await listed('3', '2')).toEqual(['shared of 2', 'theirs of 2']);
    expect([await rowsIn('leads'), await rowsIn('lead_marks')]).toEqual([3, 3]);
  });

  test('has its place in every page, and pages go on where one ended', async () => {
    const some = ['e', 'd', 'c', 'b', 'a'].map((id, at) => lead(id, (at + 1) * HOUR_MS));
    await keep(...some);
    await leads.keep(owner, other, some.slice(1, 4));
    const places = ['2', '1'].map((account) => ({ ...place, account, mode: owner.mode }));
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await leads.page(owner.workspaceId, places, { limit: 2, after });
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(found).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  test('is erased and removed under all of them', async () => {
    await keep(lead('a'), lead('old', 80 * DAY_MS));
    await leads.keep(owner, other, [lead('a'), lead('old', 80 * DAY_MS)]);
    await leads.erasePerson(owner.workspaceId, 'a@example.com', () => {});
    await leads.keep(owner, other, [lead('a')]);
    expect([await listed('1'), await listed('2')]).toEqual([['old of 1'], ['old of 2']]);
    ambient.advance(20 * DAY_MS);
    await leads.removeOld();
    expect(await rowsIn('lead_accounts')).toBe(0);
  });
});

test('leads of an earlier version stay where they were, and shared pages are read whole once more', async () => {
  await keep(lead('a'));
  await leads.keep(owner, place, [], { readTo: 5, at: 6 });
  await leads.keep(owner, { channel: 'video', account: '1' }, [], { readTo: 5, at: 6 });
  const { db } = store;
  await db.schema.dropTable('lead_accounts').execute();
  await db.schema
    .createIndex('leads_in_order')
    .on('leads')
    .columns(['workspace_id', 'channel', 'mode', 'account', 'submitted_at', 'lead_id'])
    .execute();
  await leadAccounts(db as unknown as Kysely<unknown>);
  expect(await idsOf()).toEqual(['a']);
  expect(await leads.lastPull(owner, place)).toEqual({ readTo: undefined, at: 6 });
  expect(await leads.lastPull(owner, { channel: 'video', account: '1' })).toEqual({ readTo: 5, at: 6 });
});

describe('a lead of the same id', () => {
  /** Where another lead may have the same id: another workspace, another channel, the sandbox. */
  const others = async () => {
    const { workspaceId } = await seedWorkspace(store, 'Beta');
    return [
      { at: { ...owner, workspaceId }, in: place },
      { at: owner, in: { ...place, channel: 'video' } },
      { at: { ...owner, mode: 'sandbox' as const }, in: place },
    ];
  };

  test('elsewhere is another one: it is found, opened, read and erased by itself', async () => {
    await keep(lead('a'));
    await leads.keep(owner, place, [], { readTo: 1, at: 1 });
    for (const { at, in: elsewhere } of await others()) {
      const { channel } = elsewhere;
      const found = () => leads.find({ ...at, channel, leadId: 'a' });
      expect(await found()).toBeUndefined();
      expect((await leads.contents(at, channel, ['a'])).size).toBe(0);
      expect(await leads.lastPull(at, elsewhere)).toBeUndefined();
      await leads.erase(at, channel, ['a']);
      expect(await idsOf()).toEqual(['a']);
      await keep(lead('a'));
      await leads.erase(owner, 'social', ['b']);
      await leads.keep(at, elsewhere, [lead('b')]);
      expect((await leads.find({ ...at, channel, leadId: 'b' }))?.id).toBe('b');
    }
  });

  test('that was erased elsewhere is kept here, and one that was erased here is not', async () => {
    for (const { at, in: elsewhere } of await others()) await leads.erase(at, elsewhere.channel, ['a']);
    await keep(lead('a'));
    expect(await idsOf()).toEqual(['a']);
    expect([...(await leads.contents(owner, 'social', ['a'])).keys()]).toEqual(['a']);
    await leads.erase(owner, 'social', ['a']);
    await keep(lead('a'));
    expect(await idsOf()).toEqual([]);
  });

  test('of another channel is listed though an account of the same id comes before', async () => {
    const inVideo = { channel: 'video', account: '2' };
    await keep(lead('a'));
    await leads.keep(owner, { channel: 'video', account: '3' }, [lead('x')]);
    await leads.keep(owner, inVideo, [lead('a')]);
    const places = [place, inVideo, { channel: 'video', account: '3' }].map((one) => ({ ...one, mode: owner.mode }));
    const { items } = await leads.page(owner.workspaceId, places, { limit: 9 });
    expect(items.map(({ id, channel }) => `${id} ${channel}`).toSorted()).toEqual(['a social', 'a video', 'x video']);
  });
});

test('nothing is listed where no account is asked for, and a moment in a question belongs to it', async () => {
  await keep(lead('a'));
  expect(await leads.page(owner.workspaceId, [], { limit: 9 })).toEqual({ items: [] });
  const since = (at: number) => leads.page(owner.workspaceId, [{ ...place, mode: 'live' }], { limit: 9, since: at });
  const at = ambient.now() - HOUR_MS;
  expect([(await since(at)).items.length, (await since(at + 1)).items.length]).toEqual([1, 0]);
});

test('a lead is found by its phone number, too', async () => {
  await keep({ ...lead('a'), answers: [{ field: 'phone', values: ['+49 151 23456789'] }] });
  expect(await rowsIn('lead_marks')).toBe(1);
});

test('what another process kept of an erased person at the same moment goes with the next cleaning', async () => {
  await keep(lead('a'), lead('b'));
  const row = { workspace_id: owner.workspaceId, channel: 'social', mode: 'live' as const, lead_id: 'a' };
  await store.db
    .insertInto('erased_leads')
    .values({ ...row, erased_at: ambient.now() })
    .execute();
  await leads.removeOld();
  expect(await idsOf()).toEqual(['b']);
});

test('an erasure that cannot be recorded has not happened', async () => {
  await keep(lead('a'));
  const failing = () => {
    throw new Error('no log');
  };
  await expect(leads.erasePerson(owner.workspaceId, 'a@example.com', failing)).rejects.toThrow('no log');
  expect(await idsOf()).toEqual(['a']);
});

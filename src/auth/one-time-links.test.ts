import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Directory } from './directory.ts';
import { type NewLink, OneTimeLinks } from './one-time-links.ts';

const secrets = deriveSecrets(randomBytes(32));
let ambient: StillAmbient;
let store: TemporaryStore;
let audit: Audit;
let links: OneTimeLinks;
let organizationId: string;
let otherId: string;
beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  audit = new Audit(store, secrets, ambient);
  links = new OneTimeLinks(store, secrets, audit, ambient);
  const directory = new Directory(store, ambient);
  organizationId = (await directory.createOrganization('Acme')).id;
  otherId = (await directory.createOrganization('Other')).id;
});
afterEach(() => store.discard());

/** The secret and the id of a new link. */
async function made(more: Partial<NewLink> = {}): Promise<{ secret: string; id: string }> {
  const link: NewLink = {
    ...{ purpose: 'invitation', organizationId, role: 'member', lifeMs: 1_000, actor: 'per_1' },
    ...more,
  };
  const { secret } = await links.create(link);
  return { secret, id: (await links.find(link.purpose, secret))!.id };
}
const used = (id: string) => store.transaction((tx) => links.use(tx, id));
const listed = async (of = organizationId) => (await links.list('invitation', of)).map(({ id }) => id);

test('a link lets in until its time, once, and only for what it was made for; the store does not hold it', async () => {
  const { secret, id } = await made({ email: 'kim@example.com' });
  expect(await links.find('invitation', secret)).toMatchObject({ id, email: 'kim@example.com', role: 'member' });
  expect(await links.find('set_up', secret)).toBeUndefined();
  expect(await links.find('invitation', secret.toLowerCase())).toBeUndefined();
  expect(await store.holds(secret)).toBe(false);
  ambient.advance(999);
  expect(await listed()).toEqual([id]);
  ambient.advance(1);
  expect([await links.find('invitation', secret), await listed()]).toEqual([undefined, []]);
  const next = await made();
  expect([await used(next.id), await used(next.id)]).toEqual([true, false]);
  expect([await links.find('invitation', next.secret), await listed()]).toEqual([undefined, []]);
});

test('an invitation is withdrawn once, by its own organization, until somebody uses it', async () => {
  const { secret, id } = await made();
  const { id: setup } = await made({ purpose: 'set_up' });
  const { id: taken } = await made();
  await used(taken);
  const before = (await audit.list({ limit: 9 })).length;
  expect(await links.withdraw(otherId, id, 'per_9')).toBe(false);
  for (const none of [setup, taken, 'link_none'])
    expect(await links.withdraw(organizationId, none, 'per_1'), none).toBe(false);
  expect(await audit.list({ limit: 9 })).toHaveLength(before);
  expect([await listed(), await listed(otherId)]).toEqual([[id], []]);
  expect(await links.withdraw(organizationId, id, 'per_1')).toBe(true);
  expect(await links.withdraw(organizationId, id, 'per_1')).toBe(false);
  expect(await links.find('invitation', secret)).toBeUndefined();
  expect((await audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'invitation.withdraw', detail: { id } });
});

test('invitations are listed oldest first', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.push((await made()).id);
    ambient.advance(1);
  }
  expect(await listed()).toEqual(ids);
});

import { createHmac, randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../ambient.ts';
import { unit } from '../../chance.ts';
import type { World } from '../../emulator.ts';
import { urn, versionedForm } from '../format.ts';
import type { Entity, Store } from '../state.ts';
import { versionAt } from './lead-answers.ts';
import { bringLeads } from './lead-arrivals.ts';

/** An address has to prove itself again after this long, and is given up after so many failures. */
const VALID_MS = 2 * HOUR_MS;
const FAILURES_MAX = 3;
/** The share of messages that come twice. */
const REPEATED = 0.1;

type Notification = Entity<'leadNotification'>;

/** Tells the addresses that asked for it of leads and erasures, once they have proved to be the app's. */
export function pushLeads(world: World, store: Store): void {
  for (const notification of store.list('leadNotification')) {
    const { validatedAt = Number.NEGATIVE_INFINITY, failures } = notification.fields;
    if (failures >= FAILURES_MAX) continue;
    if (world.now() - validatedAt < VALID_MS) tell(world, store, notification.id);
    else void challenge(world, store, notification);
  }
}

function secretOf(store: Store, { fields }: Notification): string {
  return store.tokens.findClient(fields.app)?.secret ?? '';
}

async function challenge(world: World, store: Store, notification: Notification): Promise<void> {
  const code = randomUUID();
  const url = new URL(notification.fields.webhook);
  url.searchParams.set('challengeCode', code);
  url.searchParams.set('applicationId', notification.fields.app);
  const { status, body } = await world.push({ url: String(url), method: 'GET', triesMax: 1 });
  const proof = createHmac('sha256', secretOf(store, notification)).update(code).digest('hex');
  const found = store.find('leadNotification', notification.id);
  if (!found) return;
  if (status !== 200 || !isProof(body, code, proof)) {
    save(world, store, { ...found, fields: { ...found.fields, failures: found.fields.failures + 1 } });
    return;
  }
  save(world, store, { ...found, fields: { ...found.fields, validatedAt: world.now(), failures: 0 } });
  tell(world, store, notification.id);
}

function isProof(body: string, code: string, proof: string): boolean {
  try {
    const { challengeCode, challengeResponse } = JSON.parse(body) as Record<string, unknown>;
    return challengeCode === code && challengeResponse === proof;
  } catch {
    return false;
  }
}

function save(world: World, store: Store, notification: Notification): void {
  world.change(() => store.save(notification));
}

function tell(world: World, store: Store, id: string): void {
  const notification = store.find('leadNotification', id)!;
  const { toldUntil, versionedForm: only } = notification.fields;
  const now = world.now();
  if (now <= toldUntil) return;
  const account = notification.account!;
  bringLeads(world, store, account);
  const isNew = (at: number | undefined) => at !== undefined && at > toldUntil && at <= now;
  for (const lead of store.list('leadResponse', { account })) {
    if (only !== undefined && formOf(store, lead) !== only) continue;
    const { submittedAt, erasedAt } = lead.fields;
    if (isNew(submittedAt)) send(world, store, notification, lead, 'CREATED', submittedAt);
    if (isNew(erasedAt)) send(world, store, notification, lead, 'DELETED', erasedAt!);
  }
  save(world, store, { ...notification, fields: { ...notification.fields, toldUntil: now } });
}

function formOf(store: Store, { fields }: Entity<'leadResponse'>): string {
  const form = store.find('leadForm', fields.form)!;
  return versionedForm(form.id, versionAt(form.fields, fields.submittedAt).version);
}

function send(
  world: World,
  store: Store,
  notification: Notification,
  lead: Entity<'leadResponse'>,
  leadAction: 'CREATED' | 'DELETED',
  occurredAt: number,
): void {
  const { webhook, owner, leadType } = notification.fields;
  const body = JSON.stringify({
    type: 'LEAD_ACTION',
    leadGenFormResponse: urn('leadGenFormResponse', lead.id),
    owner,
    ...(lead.fields.creative && {
      associatedEntity: { associatedCreative: urn('sponsoredCreative', lead.fields.creative) },
    }),
    leadGenForm: formOf(store, lead),
    leadType,
    leadAction,
    occurredAt,
  });
  const signature = createHmac('sha256', secretOf(store, notification)).update(`hmacsha256=${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-li-signature': signature };
  const times = unit('repeated', lead.id, leadAction) < REPEATED ? 2 : 1;
  for (let time = 0; time < times; time++) void world.push({ url: webhook, headers, body });
}

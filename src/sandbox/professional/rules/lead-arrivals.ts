import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../ambient.ts';
import { unit } from '../../chance.ts';
import type { World } from '../../emulator.ts';
import { dayNumbers } from '../analytics/numbers.ts';
import { idIn } from '../format.ts';
import type { Entity, Store } from '../state.ts';

/** The platform keeps no lead for longer. */
const KEPT_MS = 90 * DAY_MS;
/** Leads of an ad on a day; where reports tell of more, as in yen, these stand for all. */
const PER_DAY_MAX = 20;
/** The share of leads that members withdraw, and after how long. */
const WITHDRAWN = 0.02;
const WITHDRAWN_AFTER_MS = 3 * DAY_MS;

/** Makes the leads that have come in since the last time: as many as reports tell of, up to a bound, each after the last look. */
export function bringLeads(world: World, store: Store, account: string): void {
  const now = world.now();
  const mark = store.find('leadMark', account);
  const since = mark?.fields.until ?? now - KEPT_MS;
  if (now <= since) return;
  world.change(() => {
    const onDay: Record<string, number> = {};
    for (const { creative, form } of creativesWithForms(store, account)) {
      const campaign = store.find('campaign', creative.parent ?? undefined);
      if (!campaign) continue;
      const days = { from: Math.floor(since / DAY_MS), to: Math.floor(now / DAY_MS) };
      for (const one of dayNumbers(store, [campaign], days, now)) {
        if (one.creative.id !== creative.id) continue;
        const had = one.day === days.from ? (mark?.fields.onDay[creative.id] ?? 0) : 0;
        const span = { from: Math.max(since, one.day * DAY_MS), to: Math.min(now, (one.day + 1) * DAY_MS - 1) };
        const count = Math.min(one.oneClickLeads, PER_DAY_MAX);
        for (let nth = had; nth < count; nth++) addLead(store, { creative, form, day: one.day, nth, span });
        if (one.day === days.to) onDay[creative.id] = count;
      }
    }
    const fields = { until: now, onDay };
    if (mark) store.save({ ...mark, fields });
    else store.insert('leadMark', fields, { id: account, account, at: now, actor: 'urn:li:unknown:0' });
  });
}

function creativesWithForms(store: Store, account: string) {
  return store.list('creative', { account }).flatMap((creative) => {
    const form = store.find('leadForm', idIn('adForm', creative.fields.leadgenCallToAction?.destination));
    return form ? [{ creative, form }] : [];
  });
}

interface Arrival {
  creative: Entity<'creative'>;
  form: Entity<'leadForm'>;
  day: number;
  /** Its place among the creative's leads of the day. */
  nth: number;
  span: { from: number; to: number };
}

function addLead(store: Store, { creative, form, day, nth, span }: Arrival): void {
  const id = leadId(creative.id, day, nth);
  const submittedAt = span.from + 1 + Math.floor(unit('submitted', id) * (span.to - span.from));
  const fields = {
    form: form.id,
    submittedAt,
    test: false,
    creative: creative.id,
    campaign: creative.parent!,
    ...(unit('withdrawn', id) < WITHDRAWN && { erasedAt: submittedAt + WITHDRAWN_AFTER_MS }),
  };
  store.insert('leadResponse', fields, {
    id,
    account: form.account!,
    parent: form.id,
    at: submittedAt,
    actor: 'urn:li:unknown:0',
  });
}

/** A UUID with a number behind it, the same for the same lead. */
function leadId(...words: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `${parts.join('-')}-${1 + (Number.parseInt(hex.slice(32, 34), 16) % 9)}`;
}

/** Whether the platform still hands it out. */
export function isThere({ fields }: Entity<'leadResponse'>, now: number): boolean {
  const { submittedAt, erasedAt = Number.POSITIVE_INFINITY } = fields;
  return submittedAt <= now && submittedAt > now - KEPT_MS && erasedAt > now;
}

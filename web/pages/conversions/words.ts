import type { Destination, Quality, Send } from '../../api/conversions.ts';
import { count } from '../../format/number.ts';
import { DAY_MS } from '../../format/time.ts';
import type { ShapeKind } from '../../parts/shape.tsx';
import type { StateTone } from '../../parts/state-mark.tsx';

/** What a test event does on a platform. */
export type TestEvents = 'none' | 'checked' | 'shown' | 'counted';

const EVENT_WORDS: Readonly<Record<string, string>> = {
  purchase: 'Sale',
  lead: 'Lead',
  qualified_lead: 'Qualified lead',
  sign_up: 'Sign-up',
  add_to_cart: 'Cart',
  begin_checkout: 'Checkout',
  subscribe: 'Subscription',
};

export const EVENT_CHOICES = Object.entries(EVENT_WORDS).map(([value, label]) => ({ value, label }));

export const eventWord = (event: string): string => EVENT_WORDS[event] ?? event;

const SOURCE_WORDS: Readonly<Record<string, string>> = { store: 'shop', crm: 'CRM' };

export const sourceWord = (source: string): string => SOURCE_WORDS[source] ?? source;

export interface SendWords {
  shape: ShapeKind;
  /** In a cell. */
  word: string;
  /** Nothing happened and nothing is wrong. */
  quiet: boolean;
}

/** What a platform said of an event, in a few words. */
export function wordsOf(send: Pick<Send, 'state' | 'why' | 'isTest'>, testEvents?: TestEvents): SendWords {
  const { state, why, isTest } = send;
  if (state === 'skipped') return { shape: 'refused', word: why ?? 'skipped', quiet: true };
  if (state === 'refused') return { shape: 'rejected', word: why ?? 'refused', quiet: false };
  if (state === 'unknown') return { shape: 'unknown', word: 'unknown', quiet: false };
  if (state === 'sending') return { shape: 'scheduled', word: 'being sent', quiet: true };
  if (isTest)
    return testEvents === 'counted'
      ? { shape: 'limited', word: 'test, counts', quiet: false }
      : { shape: 'done', word: 'test', quiet: false };
  if (state === 'already_sent') return { shape: 'ended', word: 'sent before', quiet: false };
  return { shape: 'done', word: 'taken', quiet: false };
}

const GRAVITY: readonly Send['state'][] = ['unknown', 'refused', 'sending', 'sent', 'already_sent', 'skipped'];

/** Of several sends to one channel, the one to know of: the gravest. */
export function speaking(sends: readonly Send[]): Send | undefined {
  return sends.toSorted((a, b) => GRAVITY.indexOf(a.state) - GRAVITY.indexOf(b.state))[0];
}

export interface CardState {
  word: 'Good' | 'Weak' | 'Silent';
  shape: ShapeKind;
  tone: StateTone;
}

const SILENT_MS = DAY_MS;
const WEAK_SHARE = 0.5;
const REFUSED_SHARE = 0.1;

/** The platform's own measure is not compared with another's: half of its own scale is weak. */
export function stateOf(destination: Destination, quality: Quality | undefined, now: number): CardState {
  const last = lastOf(destination);
  if (last === undefined) return { word: 'Silent', shape: 'refused', tone: 'idle' };
  if (now - Date.parse(last.at) > SILENT_MS) return { word: 'Silent', shape: 'rejected', tone: 'bad' };
  const { value, of } = measureOf(quality) ?? {};
  const isWeak = value !== undefined && of !== undefined && value < WEAK_SHARE * of;
  if (isWeak || refusedShare(destination) >= REFUSED_SHARE) return { word: 'Weak', shape: 'limited', tone: 'warn' };
  return { word: 'Good', shape: 'done', tone: 'good' };
}

/** The platform's own word on it, or ours where it gives none. */
export function lastOf({ lastReceived, lastSent }: Destination): { label: string; at: string } | undefined {
  if (lastReceived !== null && (lastSent === null || lastReceived >= lastSent))
    return { label: 'Last received', at: lastReceived };
  return lastSent === null ? undefined : { label: 'Last taken', at: lastSent };
}

export const sentSum = ({ sent }: Destination): number => sent.reduce((sum, day) => sum + day, 0);

export function refusedShare(destination: Destination): number {
  const all = sentSum(destination) + destination.refused;
  return all === 0 ? 0 : destination.refused / all;
}

type Measure = Quality['measures'][number];

/** The first that has a scale; platforms tell the most important one first. */
export const measureOf = (quality: Quality | undefined): Measure | undefined =>
  quality?.measures.find(({ of }) => of !== undefined) ?? quality?.measures[0];

export const measureName = ({ name }: Measure): string =>
  (name[0]?.toUpperCase() ?? '') + name.slice(1).replaceAll('_', ' ');

export const measureValue = ({ value, of }: Measure): string =>
  of === undefined ? count(value) : of === 100 ? `${count(value)} %` : `${count(value)} of ${count(of)}`;

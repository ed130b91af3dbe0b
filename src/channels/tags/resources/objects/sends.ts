import type { Tag } from '../../wire.ts';
import type { View } from './container-view.ts';
import { plainOf } from './parameters.ts';

/** Something that a tag tells a platform. */
export interface Send {
  /** A channel of ours, or `analytics`, which is none. */
  platform: 'search' | 'social' | 'video' | 'professional' | 'analytics';
  /** The account's id in the tag: `AW-1`, a pixel; undefined where a variable decides, or another tag on the page. */
  id: string | undefined;
  /** As it is written, for comparing two tags of which a variable decides. */
  written: string;
  label?: string | undefined;
  /** The platform's own name; left out for a base tag, which only loads the platform's code. */
  event?: string;
  /** Only sent under a condition inside the tag's own code. */
  isGuarded?: boolean;
}

/** What a tag sends, as far as its parameters say. Of custom HTML only what every platform's own instructions look like. */
export function sendsOf(tag: Tag, view: View): Send[] {
  const { html, url, ...plain } = plainOf(tag.parameter);
  const text = (key: string) => String(plain[key] ?? '');
  if (tag.type === 'awct') return [conversion(text('conversionId'), text('conversionLabel'), view)];
  if (tag.type === 'sp') return [{ ...ofId('search', `AW-${text('conversionId')}`, view), event: 'remarketing' }];
  if (tag.type === 'googtag') return [googleTag(text('tagId'), view)];
  if (tag.type === 'gaawe')
    return [analyticsEvent(text('measurementIdOverride'), text('measurementId'), text('eventName'), view)];
  if (tag.type === 'html') return sendsIn(String(html ?? ''), view);
  return tag.type === 'img' ? imageSends(String(url ?? ''), view) : [];
}

function ofId(platform: Send['platform'], written: string, view: View): Send {
  return { platform, id: view.resolved(written), written };
}

function conversion(id: string, label: string, view: View): Send {
  const account = /^AW-/i.test(id) ? id : `AW-${id}`;
  const resolved = view.resolved(label);
  return { ...ofId('search', account, view), written: `${account}/${label}`, label: resolved, event: 'conversion' };
}

function googleTag(id: string, view: View): Send {
  const found = ofId('analytics', id, view);
  return /^AW-/i.test(found.id ?? '') ? { ...found, platform: 'search' } : found;
}

/** A measurement id, or the name of the Google tag that has it. */
function analyticsEvent(id: string, tagName: string, event: string, view: View): Send {
  const named = view.tagNamed(tagName);
  const written = id || (named ? String(plainOf(named.parameter).tagId ?? '') : tagName);
  const name = view.resolved(event) ?? event;
  return { ...ofId('analytics', written, view), event: name };
}

/** Short, bounded gaps: a page of blanks must not be walked twice. */
const GAP = String.raw`\s{0,20}`;
const QUOTE = `["'\`]`;
const call = (name: string, ...parts: string[]) =>
  new RegExp(`\\b${name}${GAP}\\(${GAP}${parts.join(`${GAP},${GAP}`)}`, 'g');
const TEXT = `${QUOTE}([^"'\`]{1,100})${QUOTE}`;

const FBQ_INIT = call('fbq', `${QUOTE}init${QUOTE}`, `${QUOTE}?([^"'\`,)\\s][^"'\`,)]{0,99})`);
const FBQ_TRACK = call('fbq', `${QUOTE}(track|trackCustom)${QUOTE}`, TEXT);
const FBQ_SINGLE = call('fbq', `${QUOTE}trackSingle(?:Custom)?${QUOTE}`, TEXT, TEXT);
const TTQ_LOAD = call('ttq\\.load', TEXT);
const TTQ_TRACK = call('ttq\\.track', TEXT);
const TTQ_PAGE = call('ttq\\.page', '');
const LINTRK = /\bconversion_id["']?\s{0,20}:\s{0,20}["']?(\d{1,20}|\{\{[^{}]{1,100}\}\})/g;
const SEND_TO = /\b(AW-\d{1,20})\/([\w-]{1,100})/g;
const GTAG_CONFIG = call('gtag', `${QUOTE}config${QUOTE}`, TEXT);

/** Tags written by hand hold fewer calls of one kind; more would only cost time. */
const CALLS_MAX = 20;

function sendsIn(html: string, view: View): Send[] {
  return [...socialSends(html, view), ...videoSends(html, view), ...otherSends(html, view)];
}

function socialSends(html: string, view: View): Send[] {
  if (!html.includes('fbq')) return [];
  const pixels = [...html.matchAll(FBQ_INIT).take(CALLS_MAX)].map(([, id = '']) => ofId('social', id, view));
  const tracked = [...html.matchAll(FBQ_TRACK).take(CALLS_MAX)].map((match) => ({
    event: view.resolved(match[2] ?? '') ?? match[2] ?? '',
    isGuarded: isGuarded(html, match.index),
  }));
  const single = [...html.matchAll(FBQ_SINGLE).take(CALLS_MAX)].map((match) => ({
    ...ofId('social', match[1] ?? '', view),
    event: match[2] ?? '',
    isGuarded: isGuarded(html, match.index),
  }));
  const targets: Send[] = pixels.length > 0 ? pixels : [{ platform: 'social', id: undefined, written: '' }];
  const events = tracked.flatMap((one) => targets.map((target) => ({ ...target, ...one })));
  return [...(events.length + single.length === 0 ? pixels : []), ...events, ...single];
}

function videoSends(html: string, view: View): Send[] {
  if (!html.includes('ttq')) return [];
  const pixels = [...html.matchAll(TTQ_LOAD).take(CALLS_MAX)].map(([, id = '']) => ofId('video', id, view));
  const targets: Send[] = pixels.length > 0 ? pixels : [{ platform: 'video', id: undefined, written: '' }];
  const events = [...html.matchAll(TTQ_TRACK).take(CALLS_MAX)].map((match) => ({
    event: view.resolved(match[1] ?? '') ?? match[1] ?? '',
    isGuarded: isGuarded(html, match.index),
  }));
  const pages = [...html.matchAll(TTQ_PAGE).take(1)]
    .slice(0, 1)
    .map(({ index }) => ({ event: 'PageView', isGuarded: isGuarded(html, index) }));
  const sent = [...pages, ...events].flatMap((one) => targets.map((target) => ({ ...target, ...one })));
  return sent.length > 0 ? sent : pixels;
}

function otherSends(html: string, view: View): Send[] {
  return [
    ...(html.includes('lintrk') ? [...html.matchAll(LINTRK).take(CALLS_MAX)] : []).map((match) => ({
      ...ofId('professional', match[1] ?? '', view),
      event: 'conversion',
      isGuarded: isGuarded(html, match.index),
    })),
    ...[...html.matchAll(SEND_TO).take(CALLS_MAX)].map((match) => ({
      ...ofId('search', match[1] ?? '', view),
      written: match[0],
      label: match[2],
      event: 'conversion',
      isGuarded: isGuarded(html, match.index),
    })),
    ...[...html.matchAll(GTAG_CONFIG).take(CALLS_MAX)].map(([, id = '']) => googleTag(id, view)),
  ];
}

/** Pixels without code: an address with the id in it. */
function imageSends(url: string, view: View): Send[] {
  const whole = view.resolved(url);
  if (whole === undefined || !URL.canParse(whole, 'https://page.invalid')) return [];
  const { hostname, pathname, searchParams } = new URL(whole, 'https://page.invalid');
  const id = (key: string) => searchParams.get(key) ?? '';
  if (/(^|\.)facebook\.com$/.test(hostname) && pathname === '/tr')
    return [{ platform: 'social', id: id('id'), written: id('id'), event: id('ev') || 'PageView' }];
  if (/(^|\.)linkedin\.com$/.test(hostname) && id('conversionId'))
    return [{ platform: 'professional', id: id('conversionId'), written: id('conversionId'), event: 'conversion' }];
  return [];
}

const CODE_BEFORE = 300;

/** Whether the code right before a call may keep it from being made; the platforms' own loading code is not meant. */
function isGuarded(html: string, at: number): boolean {
  const before = html.slice(Math.max(0, at - CODE_BEFORE), at);
  const since = Math.max(
    ...[/<script[^<>]{0,200}>/gi, /\bfbq\s{0,9}\(/g, /\bttq\.\w{1,20}\s{0,9}\(/g].map((mark) => lastEnd(before, mark)),
  );
  return /\bif\b|&&|\?|=>|\bfunction\b|\bcase\b|addEventListener|\bon\(/.test(before.slice(Math.max(0, since)));
}

function lastEnd(text: string, mark: RegExp): number {
  return [...text.matchAll(mark)].reduce((_, { index, 0: found }) => index + found.length, -1);
}

/** Names of the event that a shop is there for. */
const PURCHASE = /^(purchase|completepayment|placeanorder|complete_payment)$/i;

export function isPurchase({ event = '' }: Send): boolean {
  return PURCHASE.test(event);
}

/** Whether it only loads a platform's code, or tells it of a page that was seen. */
export function isBase({ event }: Send): boolean {
  return event === undefined || /^(page_?view)$/i.test(event);
}

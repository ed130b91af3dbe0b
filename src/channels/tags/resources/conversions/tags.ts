import type { Tag } from '../../wire.ts';
import type { DraftAdditions } from '../drafts/draft-additions.ts';
import { ALL_PAGES } from '../objects/built-ins.ts';
import type { View } from '../objects/container-view.ts';
import { type PlainParameters, parametersOf, plainOf } from '../objects/parameters.ts';
import { sendsOf } from '../objects/sends.ts';
import { AD_CONSENT, consentSettings } from '../objects/tag-fields.ts';
import { keyTypes } from '../objects/templates.ts';
import type { Target } from './destinations.ts';
import { eventName, type Platform, TITLES } from './events.ts';
import {
  type EventValues,
  professionalBase,
  professionalEvent,
  type Source,
  socialBase,
  socialEvent,
  videoBase,
  videoEvent,
} from './pixel-code.ts';

/** Tags of Google ask for consent by themselves; another check would keep them from sending anything at all. */
const isGoogle = (platform: Platform) => platform === 'search' || platform === 'analytics';

interface Wanted {
  target: Target;
  event: string;
  values: EventValues;
  triggerId: string;
  consent: readonly string[] | undefined;
}

/** Tags that tell the same platform of the same conversion already. */
export function sendersOf(target: Target, event: string, view: View): Tag[] {
  const { platform, id, label } = target;
  const name = eventName(platform, event);
  // A call without a pixel tells every pixel of the page.
  const isLoaded = existingBase(target, view) !== undefined;
  return view.contents.tags.filter((tag) =>
    sendsOf(tag, view).some((send) => {
      if (send.platform !== platform || send.event !== name) return false;
      if (platform === 'search') return send.id === `AW-${id}` && send.label === label;
      return id === '' || (send.id === undefined ? isLoaded : send.id === id);
    }),
  );
}

/** Adds the tag that tells a platform of a conversion, with what it needs to be there; returns its name. */
export function addConversionTag(wanted: Wanted, additions: DraftAdditions, view: View): string {
  const { target, event, triggerId } = wanted;
  const { platform } = target;
  const consent = consentOf(platform, wanted.consent);
  const base = baseTag(target, consent, additions, view);
  const { type, parameters } = eventTag(wanted, additions, view);
  const { name } = additions.add('tag', {
    name: cleanName(`${TITLES[platform]} - ${event}`),
    type,
    parameter: parametersOf(parameters, keyTypes('tag', type)),
    firingTriggerId: [triggerId],
    tagFiringOption: 'oncePerEvent',
    consentSettings: consent,
    ...(type === 'html' && base !== undefined && { setupTag: [{ tagName: base, stopOnSetupFailure: true }] }),
  });
  return name;
}

function consentOf(platform: Platform, given: readonly string[] | undefined) {
  const types = given ?? (isGoogle(platform) ? [] : AD_CONSENT);
  return consentSettings(types.length > 0 ? { status: 'needed', types: [...types] } : { status: 'notNeeded' });
}

const cleanName = (name: string) =>
  name
    .replaceAll(/[:{}<>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100);

function eventTag(
  { target, event, values }: Wanted,
  additions: DraftAdditions,
  view: View,
): {
  type: string;
  parameters: PlainParameters;
} {
  const { platform, id } = target;
  const name = eventName(platform, event);
  if (platform === 'search') return { type: 'awct', parameters: searchParameters(target, values) };
  if (platform === 'analytics')
    return { type: 'gaawe', parameters: analyticsParameters(id, name, values, additions, view) };
  const only = hasOtherPixel(target, view) ? id : undefined;
  const html = {
    social: () => socialEvent(name, { ...values, only }),
    video: () => videoEvent(name, { ...values, only }),
    professional: () => professionalEvent(id, values),
  }[platform]();
  return { type: 'html', parameters: { html, supportDocumentWrite: false } };
}

function hasOtherPixel({ platform, id }: Target, view: View): boolean {
  const sends = view.contents.tags.flatMap((tag) => sendsOf(tag, view));
  return sends.some((send) => send.platform === platform && send.id !== undefined && send.id !== id);
}

const written = (source: Source) => ('literal' in source ? source.literal : `{{${source.variable}}}`);

function searchParameters({ id, label = '' }: Target, { value, currency, orderId }: EventValues): PlainParameters {
  return {
    conversionId: id,
    conversionLabel: label,
    ...(value && { conversionValue: written(value) }),
    ...(currency && { currencyCode: written(currency) }),
    ...(orderId && { orderId: written(orderId) }),
    enableConversionLinker: true,
    conversionCookiePrefix: '_gcl',
  };
}

function analyticsParameters(
  id: string,
  name: string,
  { value, currency, orderId }: EventValues,
  additions: DraftAdditions,
  view: View,
): PlainParameters {
  const row = (parameter: string, source: Source | undefined) =>
    source ? [{ parameter, parameterValue: written(source) }] : [];
  const rows = [...row('value', value), ...row('currency', currency), ...row('transaction_id', orderId)];
  const google = googleTag(id, view);
  if (google) additions.reuseTag(google);
  return {
    eventName: name,
    measurementIdOverride: id || String(plainOf(google?.parameter ?? []).tagId ?? ''),
    ...(rows.length > 0 && { eventSettingsTable: rows }),
  };
}

/** The Google tag of a measurement id; of none given, the first there is. */
function googleTag(id: string, view: View): Tag | undefined {
  return view.contents.tags.find((tag) => {
    if (tag.type !== 'googtag' || tag.paused) return false;
    const own = view.resolved(String(plainOf(tag.parameter).tagId ?? '')) ?? '';
    return id === '' ? /^G-/.test(own) : own === id;
  });
}

/** The tag that loads the platform's code on every page: the one that is there, or a new one. Returns its name. */
function baseTag(
  target: Target,
  consent: ReturnType<typeof consentSettings>,
  additions: DraftAdditions,
  view: View,
): string | undefined {
  const { platform } = target;
  const own = existingBase(target, view);
  if (own) {
    additions.reuseTag(own);
    return own.name;
  }
  const { name, type, parameters } = newBase(target);
  const begun = additions.addedTag(type, parameters);
  if (begun !== undefined) return begun;
  return additions.add('tag', {
    name: `${TITLES[platform]} - ${name}`,
    type,
    parameter: parametersOf(parameters, keyTypes('tag', type)),
    firingTriggerId: [ALL_PAGES],
    tagFiringOption: type === 'html' ? 'oncePerLoad' : 'oncePerEvent',
    consentSettings: consent,
  }).name;
}

export function existingBase({ platform, id, partner }: Target, view: View): Tag | undefined {
  if (platform === 'analytics') return googleTag(id, view);
  return view.contents.tags.find((tag) => {
    if (tag.paused || tag.firingTriggerId.length === 0) return false;
    if (platform === 'search') return tag.type === 'gclidw';
    const html = tag.type === 'html' ? String(plainOf(tag.parameter).html ?? '') : '';
    if (platform === 'professional') {
      const held = /_linkedin_partner_id["']?\]?\s{0,9}=\s{0,9}["'](\d{1,20})["']/.exec(html)?.[1];
      return held !== undefined && (partner === undefined || held === partner);
    }
    const loads = platform === 'social' ? /\bfbq\s{0,9}\(\s{0,9}["']init["']/ : /\bttq\.load\s{0,9}\(/;
    return loads.test(html) && sendsOf(tag, view).some((send) => send.platform === platform && send.id === id);
  });
}

function newBase({ platform, id, partner = '' }: Target): { name: string; type: string; parameters: PlainParameters } {
  if (platform === 'search')
    return { name: 'conversion linker', type: 'gclidw', parameters: { enableCrossDomain: false } };
  if (platform === 'analytics') return { name: 'Google tag', type: 'googtag', parameters: { tagId: id } };
  const html = {
    social: () => socialBase(id),
    video: () => videoBase(id),
    professional: () => professionalBase(partner),
  };
  return { name: 'base', type: 'html', parameters: { html: html[platform](), supportDocumentWrite: false } };
}

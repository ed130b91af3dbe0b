import { isSocialStandard } from './events.ts';

/** A value in a tag's code: written out, or a variable of the container. */
export type Source = { literal: string } | { variable: string };

export interface EventValues {
  value?: Source | undefined;
  currency?: Source | undefined;
  orderId?: Source | undefined;
  eventId?: Source | undefined;
}

/** `only`: the pixel that is told, where the page has others too; a plain call tells all of them. */
interface Told extends EventValues {
  only?: string | undefined;
}

/**
 * Text as a JavaScript literal inside a script element: no quote, tag, comment or `{{` in it can end the literal, the script or
 * begin a reference to a variable.
 */
export function scriptText(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&'`{}\u007f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The platform puts the variable's value in as an expression; inside quotes it becomes part of the text. */
function textOf(source: Source): string {
  return 'literal' in source ? scriptText(source.literal) : `'{{${source.variable}}}'`;
}

function numberOf(source: Source): string {
  return 'literal' in source ? String(Number(source.literal)) : `{{${source.variable}}}`;
}

const script = (...lines: string[]) => `<script>\n${lines.join('\n')}\n</script>`;

/** A script element for an address of ours, put before the first script of the page. */
const LOADER = `  var first = document.getElementsByTagName('script')[0];
  var loaded = document.createElement('script');
  loaded.async = true;
  loaded.src = address;
  first.parentNode.insertBefore(loaded, first);`;

export function socialBase(pixel: string): string {
  return script(
    `(function (address) {
  if (window.fbq) return;
  var calls = function () {
    if (calls.callMethod) calls.callMethod.apply(calls, arguments);
    else calls.queue.push(arguments);
  };
  window.fbq = calls;
  window._fbq = window._fbq || calls;
  calls.push = calls;
  calls.loaded = true;
  calls.version = '2.0';
  calls.queue = [];
${LOADER}
})('https://connect.facebook.net/en_US/fbevents.js');`,
    `fbq('init', ${scriptText(pixel)});`,
    "fbq('track', 'PageView');",
  );
}

/** The fourth argument holds the id by which the platform drops the same event from the server. */
export function socialEvent(name: string, { value, currency, orderId, eventId, only }: Told): string {
  const details = [
    ...(value ? [`value: ${numberOf(value)}`] : []),
    ...(currency ? [`currency: ${textOf(currency)}`] : []),
    ...(orderId ? [`order_id: ${textOf(orderId)}`] : []),
  ];
  const custom = isSocialStandard(name) ? '' : 'Custom';
  const call = only === undefined ? `'track${custom}'` : `'trackSingle${custom}', ${scriptText(only)}`;
  const id = eventId ? `, {eventID: ${textOf(eventId)}}` : '';
  return script(`fbq(${call}, ${scriptText(name)}, {${details.join(', ')}}${id});`);
}

export function videoBase(pixel: string): string {
  return script(
    `(function (name, address) {
  window.TiktokAnalyticsObject = name;
  var calls = (window[name] = window[name] || []);
  if (calls.load) return;
  calls.methods = ['page', 'track', 'identify', 'instances', 'debug', 'on', 'off', 'once', 'ready', 'alias', 'group', 'enableCookie', 'disableCookie', 'holdConsent', 'revokeConsent', 'grantConsent'];
  calls.setAndDefer = function (target, method) {
    target[method] = function () {
      target.push([method].concat(Array.prototype.slice.call(arguments, 0)));
    };
  };
  for (var i = 0; i < calls.methods.length; i++) calls.setAndDefer(calls, calls.methods[i]);
  calls.instance = function (pixel) {
    var own = (calls._i && calls._i[pixel]) || [];
    for (var j = 0; j < calls.methods.length; j++) calls.setAndDefer(own, calls.methods[j]);
    return own;
  };
  calls.load = function (pixel, options) {
    calls._i = calls._i || {};
    calls._i[pixel] = [];
    calls._i[pixel]._u = address;
    calls._t = calls._t || {};
    calls._t[pixel] = +new Date();
    calls._o = calls._o || {};
    calls._o[pixel] = options || {};
    var first = document.getElementsByTagName('script')[0];
    var loaded = document.createElement('script');
    loaded.async = true;
    loaded.src = address + '?sdkid=' + pixel + '&lib=' + name;
    first.parentNode.insertBefore(loaded, first);
  };
})('ttq', 'https://analytics.tiktok.com/i18n/pixel/events.js');`,
    `ttq.load(${scriptText(pixel)});`,
    'ttq.page();',
  );
}

export function videoEvent(name: string, { value, currency, orderId, eventId, only }: Told): string {
  const details = [
    ...(value ? [`value: ${numberOf(value)}`] : []),
    ...(currency ? [`currency: ${textOf(currency)}`] : []),
    ...(orderId ? [`order_id: ${textOf(orderId)}`] : []),
  ];
  const id = eventId ? `, {event_id: ${textOf(eventId)}}` : '';
  const calls = only === undefined ? 'ttq' : `ttq.instance(${scriptText(only)})`;
  return script(`${calls}.track(${scriptText(name)}, {${details.join(', ')}}${id});`);
}

export function professionalBase(partner: string): string {
  return script(
    `window._linkedin_partner_id = ${scriptText(partner)};`,
    'window._linkedin_data_partner_ids = window._linkedin_data_partner_ids || [];',
    'window._linkedin_data_partner_ids.push(window._linkedin_partner_id);',
    `(function (address) {
  if (window.lintrk) return;
  window.lintrk = function (action, details) {
    window.lintrk.q.push([action, details]);
  };
  window.lintrk.q = [];
${LOADER}
})('https://snap.licdn.com/li.lms-analytics/insight.min.js');`,
  );
}

export function professionalEvent(conversion: string, { value, currency, eventId }: EventValues): string {
  const details = [
    `conversion_id: ${Number(conversion)}`,
    ...(value ? [`conversion_value: ${numberOf(value)}`] : []),
    ...(currency ? [`currency: ${textOf(currency)}`] : []),
    ...(eventId ? [`event_id: ${textOf(eventId)}`] : []),
  ];
  return script(`window.lintrk('track', {${details.join(', ')}});`);
}

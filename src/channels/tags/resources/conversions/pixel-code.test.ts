import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVENTS } from '../../../../tools/conversions/event.ts';
import { platformName } from '../../../social/resources/event-name.ts';
import { pixelEventName, standardName } from '../../../video/resources/event-names.ts';
import { eventName } from './events.ts';
import {
  professionalBase,
  professionalEvent,
  scriptText,
  socialBase,
  socialEvent,
  videoBase,
  videoEvent,
} from './pixel-code.ts';

const values = {
  value: { variable: 'DLV value' },
  currency: { literal: 'EUR' },
  orderId: { variable: 'DLV order' },
  eventId: { variable: 'DLV event_id' },
};

test('no text can end its literal, its script or begin a reference', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(`'");//</script>{{x}}`, '\u2028`$a')),
      (text) => {
        const literal = scriptText(text);
        expect(literal).not.toMatch(/[<>&'`{}\u2028\u2029\n\r]/);
        expect(JSON.parse(literal)).toBe(text);
      },
    ),
  );
});

test('the fourth argument of the social call holds the id that the server sends too', () => {
  expect(socialEvent('Purchase', values)).toBe(
    `<script>\nfbq('track', "Purchase", {value: {{DLV value}}, currency: "EUR", order_id: '{{DLV order}}'}, {eventID: '{{DLV event_id}}'});\n</script>`,
  );
  expect(socialEvent('Booked', {})).toBe(`<script>\nfbq('trackCustom', "Booked", {});\n</script>`);
});

test('the other platforms get it in their own way', () => {
  expect(videoEvent('Purchase', values)).toContain(`{event_id: '{{DLV event_id}}'}`);
  expect(videoEvent('Purchase', { only: 'C1' })).toContain('ttq.instance("C1").track("Purchase", {})');
  expect(professionalEvent('77', values)).toContain(
    `{conversion_id: 77, conversion_value: {{DLV value}}, currency: "EUR", event_id: '{{DLV event_id}}'}`,
  );
  expect(professionalEvent('77', { value: { literal: '12.50' } })).toContain('conversion_value: 12.5');
});

/** Runs the code of a tag in a page that only remembers what is put into it. */
function run(html: string): { window: Record<string, unknown>; loaded: string[] } {
  const loaded: string[] = [];
  const script = { parentNode: { insertBefore: ({ src }: { src: string }) => loaded.push(src) } };
  const document = { getElementsByTagName: () => [script], createElement: () => ({}) };
  const window: Record<string, unknown> = {};
  const code = html.replaceAll(/<\/?script>/g, '');
  // Globals of a page are properties of its window.
  new Function('window', 'document', `with (window) { ${code} }`)(window, document);
  return { window, loaded };
}

test('base tags are code that runs, loads the platform once and tells of the page', () => {
  const social = run(socialBase('123'));
  expect(social.loaded).toEqual(['https://connect.facebook.net/en_US/fbevents.js']);
  const { queue } = social.window.fbq as { queue: IArguments[] };
  expect(queue.map((one) => [...one])).toEqual([
    ['init', '123'],
    ['track', 'PageView'],
  ]);
  const video = run(videoBase('C4X'));
  expect(video.loaded).toEqual(['https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C4X&lib=ttq']);
  expect([...(video.window.ttq as unknown[])]).toEqual([['page']]);
  const professional = run(professionalBase('4455'));
  expect(professional.loaded).toEqual(['https://snap.licdn.com/li.lms-analytics/insight.min.js']);
  expect(professional.window._linkedin_data_partner_ids).toEqual(['4455']);
});

test('events have the names that the channels send from the server, so that repeats are dropped', () => {
  for (const event of [...EVENTS, 'Booked']) {
    expect(eventName('social', event)).toBe(platformName(event));
    expect(eventName('video', event)).toBe(standardName(event) ?? pixelEventName(event));
  }
});

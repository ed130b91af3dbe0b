import { expect, test } from 'vitest';
import { contentsWith } from '../containers/contents.testing.ts';
import { viewOf } from './container-view.ts';
import { type Send, sendsOf } from './sends.ts';

async function sentBy(type: string, plain: Record<string, string>): Promise<Send[]> {
  const parameter = Object.entries(plain).map(([key, value]) => ({ type: 'template', key, value }));
  const contents = contentsWith({
    tag: [
      { tagId: '1', name: 'T', type, parameter },
      { tagId: '2', name: 'Base', type: 'googtag', parameter: [{ type: 'template', key: 'tagId', value: 'G-BASE' }] },
    ],
    variable: [
      { variableId: '1', name: 'Pixel', type: 'c', parameter: [{ type: 'template', key: 'value', value: '42' }] },
      { variableId: '2', name: 'Ads', type: 'c', parameter: [{ type: 'template', key: 'value', value: 'AW-7' }] },
    ],
  });
  return sendsOf(contents.tags[0]!, await viewOf(contents, { now: 0, isServer: false }));
}

/** What is sent to one place: written in the tag as its id, unless said otherwise. */
function to(platform: string, id: string | undefined, more: Partial<Send> = {}) {
  return { platform, id, written: id ?? '', ...more };
}

test.each<[string, string, Record<string, string>, object[]]>([
  [
    'a conversion',
    'awct',
    { conversionId: '7', conversionLabel: 'L' },
    [to('search', 'AW-7', { written: 'AW-7/L', label: 'L', event: 'conversion' })],
  ],
  [
    'a conversion with a whole id',
    'awct',
    { conversionId: 'AW-7', conversionLabel: 'L' },
    [to('search', 'AW-7', { written: 'AW-7/L', label: 'L', event: 'conversion' })],
  ],
  ['remarketing', 'sp', { conversionId: '7' }, [to('search', 'AW-7', { event: 'remarketing' })]],
  ['a Google tag of analytics', 'googtag', { tagId: 'G-1' }, [to('analytics', 'G-1')]],
  ['a Google tag of Ads', 'googtag', { tagId: '{{Ads}}' }, [to('search', 'AW-7', { written: '{{Ads}}' })]],
  [
    'an event with an id',
    'gaawe',
    { measurementIdOverride: 'G-1', eventName: 'lead' },
    [to('analytics', 'G-1', { event: 'lead' })],
  ],
  [
    'an event of a tag',
    'gaawe',
    { measurementId: 'Base', eventName: 'lead' },
    [to('analytics', 'G-BASE', { event: 'lead' })],
  ],
  [
    'an event of no tag',
    'gaawe',
    { measurementId: 'G-2', eventName: '{{Odd}}' },
    [{ platform: 'analytics', id: 'G-2', written: 'G-2', event: '{{Odd}}' }],
  ],
  ['a pixel alone', 'html', { html: "fbq('init', '{{Pixel}}')" }, [to('social', '42', { written: '{{Pixel}}' })]],
  [
    'a pixel with an event',
    'html',
    { html: "<script>fbq('init','42');fbq('track','Lead')</script>" },
    [to('social', '42', { event: 'Lead', isGuarded: false })],
  ],
  [
    'an event of a pixel elsewhere',
    'html',
    { html: "<script>if (paid) fbq('track','Purchase')</script>" },
    [to('social', undefined, { event: 'Purchase', isGuarded: true })],
  ],
  [
    'an event of one pixel',
    'html',
    { html: "<script>fbq('trackSingle','9','Lead')</script>" },
    [to('social', '9', { event: 'Lead', isGuarded: false })],
  ],
  ['a video pixel alone', 'html', { html: "ttq.load('V1')" }, [to('video', 'V1')]],
  [
    'a video pixel with a page and an event',
    'html',
    { html: "<script>ttq.load('V1');ttq.page();ttq.track('{{Pixel}}')</script>" },
    [to('video', 'V1', { event: 'PageView', isGuarded: false }), to('video', 'V1', { event: '42', isGuarded: false })],
  ],
  [
    'a video event of a pixel elsewhere',
    'html',
    { html: "<script>ttq.track('Lead')</script>" },
    [to('video', undefined, { event: 'Lead', isGuarded: false })],
  ],
  [
    'a professional conversion',
    'html',
    { html: "<script>lintrk('track', { conversion_id: 55 })</script>" },
    [to('professional', '55', { event: 'conversion', isGuarded: false })],
  ],
  [
    'a conversion in code',
    'html',
    { html: "<script>gtag('event','conversion',{send_to:'AW-7/Lab_1'})</script>" },
    [to('search', 'AW-7', { written: 'AW-7/Lab_1', label: 'Lab_1', event: 'conversion', isGuarded: false })],
  ],
  ['a Google tag in code', 'html', { html: "gtag('config', 'AW-7')" }, [to('search', 'AW-7')]],
  [
    'a picture of a pixel',
    'img',
    { url: 'https://www.facebook.com/tr?id=42&ev=Lead' },
    [to('social', '42', { event: 'Lead' })],
  ],
  [
    'a picture of a page view',
    'img',
    { url: '//www.facebook.com/tr?id={{Pixel}}' },
    [to('social', '42', { event: 'PageView' })],
  ],
  [
    'a picture of a professional conversion',
    'img',
    { url: 'https://px.ads.linkedin.com/collect/?conversionId=55' },
    [to('professional', '55', { event: 'conversion' })],
  ],
  ['a picture of another site', 'img', { url: 'https://notfacebook.com/tr?id=42' }, []],
  ['a picture of another page', 'img', { url: 'https://www.facebook.com/other?id=42' }, []],
  ['a picture whose address a variable decides', 'img', { url: '{{Missing}}' }, []],
  ['a picture without a conversion', 'img', { url: 'https://px.ads.linkedin.com/collect/?pid=5' }, []],
  ['a picture with no address', 'img', { url: 'https://[' }, []],
  ['another type', 'cvt_1', { html: "fbq('init','42')" }, []],
])('%s: what the tag sends is read', async (_, type, plain, expected) => {
  expect(await sentBy(type, plain)).toEqual(expected);
});

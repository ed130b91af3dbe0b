import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { creativeFields, creativeRules } from './creative-fields.ts';
import { creativeSpecOf } from './creative-spec.ts';

const Form = z.strictObject(creativeFields);
const BASE = { name: 'n', page_id: '1', link_url: 'https://acme.example/' };

function problems(more: Record<string, unknown>): string[] {
  const parsed = Form.safeParse({ ...BASE, ...more });
  if (!parsed.success) return parsed.error.issues.map(({ path }) => String(path[0]));
  return creativeRules(parsed.data).map(({ field }) => field);
}
const spec = (more: Record<string, unknown>) => creativeSpecOf(Form.parse({ ...BASE, ...more }));
const long = (length: number) => 'ä'.repeat(length);
const emoji = (length: number) => '🎉'.repeat(length);

describe('limits', () => {
  test.each([
    ['message', 1024],
    ['headline', 255],
    ['description', 255],
  ])('%s may have %i characters and not one more', (field, max) => {
    expect(problems({ [field]: long(max) })).toEqual([]);
    expect(problems({ [field]: emoji(max) })).toEqual([]);
    expect(problems({ [field]: long(max + 1) })).toEqual([field]);
  });

  test.each([
    ['bodies', 1024, 1],
    ['titles', 255, 1],
    ['descriptions', 255, 0],
  ])('%s: each of 1 to %i characters, at least %i and at most 5 of them', (field, max, min) => {
    const others = { image_hash: 'h', ...(field !== 'bodies' && { bodies: ['b'] }) };
    expect(problems({ ...others, [field]: Array(5).fill(long(max)) })).toEqual([]);
    expect(problems({ ...others, [field]: [long(max + 1)] })).toEqual([field]);
    expect(problems({ ...others, [field]: [''] })).toEqual([field]);
    expect(problems({ ...others, [field]: Array(6).fill('x') })).toEqual([field]);
    expect(problems({ ...others, [field]: [] })).toEqual(min === 0 ? [] : [field]);
  });

  test('name has at least one character; addresses are whole ones', () => {
    expect(problems({ name: '' })).toEqual(['name']);
    for (const link_url of ['acme.example', 'ftp://acme.example/', 'javascript:alert(1)', '']) {
      expect(problems({ link_url }), link_url).toEqual(['link_url']);
    }
  });
});

describe('what excludes or needs each other', () => {
  test.each([
    [{ message: 'a', bodies: ['b'], image_hash: 'h' }, 'bodies'],
    [{ headline: 'a', bodies: ['b'], titles: ['t'], image_hash: 'h' }, 'titles'],
    [{ bodies: ['b'] }, 'picture'],
    [{ titles: ['t'] }, 'bodies'],
    [{ descriptions: ['t'] }, 'bodies'],
    [{ picture: 'https://a.example/p', image_hash: 'h' }, 'image_hash'],
    [{ video_id: '5' }, 'picture'],
    [{ attachment_style: 'album', bodies: ['b'], image_hash: 'h' }, 'attachment_style'],
  ])('%o blames %s', (given, field) => expect(problems(given)).toEqual([field]));

  test('every problem is named at once', () => {
    expect(problems({ message: 'a', bodies: ['b'], headline: 'h', titles: ['t'], video_id: '5' })).toEqual([
      'bodies',
      'titles',
      'picture',
    ]);
  });
});

describe('what is sent', () => {
  test('the button that was chosen, in every form', () => {
    const sent = (more: Record<string, unknown>) => JSON.stringify(spec({ button: 'SHOP_NOW', ...more }).fields);
    for (const form of [{}, { video_id: '5', image_hash: 'h' }, { bodies: ['b'], image_hash: 'h' }]) {
      expect(sent(form)).toContain('SHOP_NOW');
      expect(sent(form)).not.toContain('LEARN_MORE');
    }
  });

  test('a link story, with nothing in it that was not given', () => {
    expect(spec({ message: 'm', headline: 'h' })).toMatchObject({
      form: 'object_story_spec',
      fields: {
        name: 'n',
        object_story_spec: { page_id: '1', link_data: { link: 'https://acme.example/', message: 'm', name: 'h' } },
      },
    });
    expect(spec({}).fields).not.toHaveProperty('degrees_of_freedom_spec');
  });

  test('a video story carries its link in the button and its thumbnail beside the video', () => {
    const { object_story_spec } = spec({ video_id: '5', image_hash: 'h', caption: 'acme.example' }).fields as {
      object_story_spec: { video_data: unknown };
    };
    expect(object_story_spec.video_data).toEqual({
      video_id: '5',
      image_hash: 'h',
      call_to_action: { type: 'LEARN_MORE', value: { link: 'https://acme.example/', link_caption: 'acme.example' } },
    });
  });

  test('bodies make an asset feed and leave only the page in the story', () => {
    const { form, fields, notes } = spec({
      bodies: ['a', 'b'],
      headline: 'h',
      photo_network_actor_id: '7',
      picture: 'https://a.example/p',
    });
    expect(form).toBe('asset_feed_spec');
    expect(fields).toMatchObject({
      object_story_spec: { page_id: '1', instagram_user_id: '7' },
      asset_feed_spec: {
        bodies: [{ text: 'a' }, { text: 'b' }],
        titles: [{ text: 'h' }],
        images: [{ url: 'https://a.example/p' }],
        link_urls: [{ website_url: 'https://acme.example/' }],
        ad_formats: ['SINGLE_IMAGE'],
      },
    });
    expect(fields.asset_feed_spec).not.toHaveProperty('descriptions');
    expect(notes[0]).toContain('is_dynamic_creative');
  });

  test('enhancements become single opt-ins; the removed bundle is never sent', () => {
    const features = (more: Record<string, unknown>) =>
      (
        spec(more).fields.degrees_of_freedom_spec as {
          creative_features_spec: Record<string, { enroll_status: string }>;
        }
      ).creative_features_spec;
    expect(features({ enable_standard_enhancements: true })).toEqual({
      enhance_cta: { enroll_status: 'OPT_IN' },
      image_brightness_and_contrast: { enroll_status: 'OPT_IN' },
      text_optimizations: { enroll_status: 'OPT_IN' },
      image_templates: { enroll_status: 'OPT_OUT' },
    });
    const off = features({ enhancement_features: { image_templates: true } });
    expect(new Set(Object.values(off).map(({ enroll_status }) => enroll_status))).toEqual(new Set(['OPT_OUT']));
    expect(JSON.stringify(spec({ enable_standard_enhancements: true }).fields)).not.toContain('standard_enhancements');
  });
});

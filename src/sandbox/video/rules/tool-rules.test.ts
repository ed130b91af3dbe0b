import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME } from '../seed.ts';
import { Store } from '../state.ts';

/** The rules of files, targeting tools, audiences and pixels. */
const video = videoForTests();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

/** The head of a PNG of any size; the platform reads no more of it. */
function picture(width: number, height: number): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function upload(path: string, field: string, bytes: Buffer, more: Record<string, string>) {
  const form = new FormData();
  form.set('advertiser_id', US);
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  form.set(field, new Blob([new Uint8Array(bytes)]), 'file');
  const reply = await fetch(`${video.origin}/open_api/v1.3/${path}/`, {
    method: 'POST',
    headers: { 'access-token': ACME.token },
    body: form,
  });
  return (await reply.json()) as { code: number; message: string; data: Params };
}

const image = (bytes: Buffer, more: Record<string, string> = {}) =>
  upload('file/image/ad/upload', 'image_file', bytes, { image_signature: md5(bytes), file_name: 'x.png', ...more });
const film = (bytes: Buffer, more: Record<string, string> = {}) =>
  upload('file/video/ad/upload', 'video_file', bytes, { video_signature: md5(bytes), file_name: 'x.mp4', ...more });
const people = (lines: string, more: Record<string, string> = {}) =>
  upload('dmp/custom_audience/file/upload', 'file', Buffer.from(lines), {
    file_signature: md5(Buffer.from(lines)),
    calculate_type: 'EMAIL_SHA256',
    ...more,
  });

test.each<[number, number, () => Promise<{ code: number }>]>([
  [134, 40002, () => image(PNG, { image_signature: '' })],
  [134, 40900, () => image(PNG, { image_signature: '0'.repeat(32) })],
  [134, 40900, () => film(PNG, { video_signature: '0'.repeat(32) })],
  [135, 40002, () => image(Buffer.from('RIFF1234WEBPVP8 '))],
  [135, 40908, () => image(Buffer.from('GIF89a\x01\x00\x01\x00'))],
  [135, 40915, () => image(picture(2000, 2000))],
  [136, 40908, () => film(PNG)],
  [137, 40002, () => image(PNG, { file_name: 'n'.repeat(101) })],
  [137, 40911, () => image(PNG, { file_name: 'cover-1.jpg' })],
  [137, 40911, () => film(Buffer.from('\0\0\0\x18ftypmp42'), { file_name: 'film-1.mp4' })],
  [144, 40909, () => people('a', { calculate_type: 'NAME' })],
  [144, 40002, () => people('somebody@acme.example')],
  [144, 40900, () => people('a'.repeat(64), { file_signature: '0'.repeat(32) })],
])('rule %i refuses a file with %i', async (_, code, send) => {
  expect((await send()).code).toBe(code);
});

let audiences: Record<string, string>;
let paths: { many: string; few: string; phones: string; foreign: string };
let foreign: Record<'Image' | 'Video' | 'Audience', string>;
beforeAll(async () => {
  const { list } = await video.get('dmp/custom_audience/list', { page_size: 100 });
  audiences = Object.fromEntries(list.map((one: Params) => [one.name, one.audience_id]));
  const hashes = (count: number) =>
    Array.from({ length: count }, (_, place) => createHash('sha256').update(String(place)).digest('hex')).join('\n');
  const path = async (lines: string, calculate_type: string, more: Record<string, string> = {}) =>
    String((await people(lines, { calculate_type, ...more })).data.file_path);
  const other = { advertiser_id: ACME.advertisers[1]!.id };
  const store = new Store(video.world.db);
  const theirs = (kind: 'Image' | 'Video' | 'Audience') => store.all(kind, { advertiser: other.advertiser_id })[0]!.id;
  foreign = { Image: theirs('Image'), Video: theirs('Video'), Audience: theirs('Audience') };
  paths = {
    many: await path(hashes(48_000), 'EMAIL_SHA256'),
    few: await path(hashes(10), 'EMAIL_SHA256'),
    phones: await path(hashes(10), 'PHONE_SHA256'),
    foreign: await path(hashes(2000), 'EMAIL_SHA256', other),
  };
});

const lookalike = (more: Params): Params => ({
  custom_audience_name: 'L',
  lookalike_spec: {
    source_audience_id: audiences.Customers,
    include_source: false,
    mobile_os: 'ALL',
    placements: ['TikTok'],
    location_ids: ['6252001'],
    audience_size: 'BALANCED',
    ...more,
  },
});
const made = (more: Params): Params => ({
  custom_audience_name: 'P',
  calculate_type: 'EMAIL_SHA256',
  file_paths: [paths.many],
  ...more,
});
const update = (name: string, more: Params): Params => ({ custom_audience_id: audiences[name], ...more });

test.each<[number, number, string, () => Params, 'GET'?]>([
  [
    138,
    40902,
    'file/image/ad/upload',
    () => ({ upload_type: 'UPLOAD_BY_URL', image_url: 'https://a.example/missing.png' }),
  ],
  [
    138,
    40902,
    'file/video/ad/upload',
    () => ({ upload_type: 'UPLOAD_BY_URL', video_url: 'https://a.example/page.html' }),
  ],
  ...['https://nowhere.invalid/a.png', 'http://localhost/a.png', 'http://192.168.0.4/a.png', 'https://a.example/'].map(
    (image_url): [number, number, string, () => Params] => [
      138,
      40902,
      'file/image/ad/upload',
      () => ({ upload_type: 'UPLOAD_BY_URL', image_url }),
    ],
  ),
  [
    135,
    40908,
    'file/image/ad/upload',
    () => ({ upload_type: 'UPLOAD_BY_URL', image_url: 'https://a.example/film.mp4' }),
  ],
  [
    136,
    40908,
    'file/video/ad/upload',
    () => ({ upload_type: 'UPLOAD_BY_URL', video_url: 'https://a.example/picture.jpg' }),
  ],
  [139, 40001, 'file/image/ad/info', () => ({ image_ids: ['ad-site-i18n-sg/of-somebody-else'] }), 'GET'],
  [139, 40001, 'file/image/ad/info', () => ({ image_ids: [foreign.Image] }), 'GET'],
  [115, 40053, 'file/video/suggestcover', () => ({ video_id: 'None' }), 'GET'],
  [115, 40053, 'file/video/suggestcover', () => ({ video_id: foreign.Video }), 'GET'],
  [140, 40002, 'tool/region', () => ({ objective_type: 'TRAFFIC' }), 'GET'],
  [140, 40002, 'tool/region', () => ({ placements: ['PLACEMENT_TIKTOK'] }), 'GET'],
  [141, 40002, 'tool/targeting/search', () => ({ ...geo, search_type: 'FUZZY_SEARCH', keywords: ['a', 'b'] })],
  [141, 40002, 'tool/targeting/search', () => ({ ...geo, search_type: 'BATCH_ZIPCODE_SEARCH', keywords: ['1'] })],
  [142, 40002, 'tool/hashtag/recommend', () => ({ keywords: Array(11).fill('run') }), 'GET'],
  [142, 40002, 'tool/hashtag/recommend', () => ({ keywords: ['run'], operator: 'XOR' }), 'GET'],
  [143, 40002, 'ad/audience_size/estimate', () => ({ objective_type: 'TRAFFIC', optimization_goal: 'CLICK' })],
  [143, 40002, 'ad/audience_size/estimate', () => ({ objective_type: 'TRAFFIC', placements: ['PLACEMENT_TIKTOK'] })],
  [144, 40002, 'dmp/custom_audience/create', () => made({ custom_audience_name: '' })],
  [144, 40002, 'dmp/custom_audience/create', () => made({ custom_audience_name: 'n'.repeat(129) })],
  [144, 40002, 'dmp/custom_audience/create', () => made({ file_paths: ['0123456789abcdef'] })],
  [144, 40002, 'dmp/custom_audience/create', () => made({ file_paths: [paths.foreign] })],
  [144, 40002, 'dmp/custom_audience/update', () => update('Customers', { file_paths: [paths.foreign] })],
  [144, 40909, 'dmp/custom_audience/create', () => made({ file_paths: [paths.phones] })],
  [145, 40002, 'dmp/custom_audience/update', () => update('Like customers', { custom_audience_name: 'x' })],
  [145, 40002, 'dmp/custom_audience/update', () => update('Customers', {})],
  [146, 40002, 'dmp/custom_audience/update', () => update('Customers', { file_paths: [paths.few] })],
  [146, 40002, 'dmp/custom_audience/update', () => update('Tiny test', { file_paths: [paths.few], action: 'APPEND' })],
  [147, 40002, 'dmp/custom_audience/lookalike/create', () => lookalike({ source_audience_id: audiences['Tiny test'] })],
  [
    147,
    40002,
    'dmp/custom_audience/lookalike/create',
    () => lookalike({ source_audience_id: audiences['Like customers'] }),
  ],
  [147, 40007, 'dmp/custom_audience/lookalike/create', () => lookalike({ source_audience_id: '42' })],
  [147, 40007, 'dmp/custom_audience/lookalike/create', () => lookalike({ source_audience_id: foreign.Audience })],
  [147, 40002, 'dmp/custom_audience/lookalike/create', () => lookalike({ audience_size: undefined })],
  [147, 40002, 'dmp/custom_audience/lookalike/create', () => lookalike({ location_ids: [] })],
  [148, 40002, 'pixel/create', () => ({ pixel_name: '' })],
  [148, 40002, 'pixel/create', () => ({ pixel_name: 'n'.repeat(41) })],
  [148, 40002, 'pixel/create', () => ({ pixel_name: 'Pixel 🚀' })],
])('rule %i refuses with %i: %s', async (_, code, path, params, method = 'POST' as never) => {
  expect((await video.refused(method, path, params())).code).toBe(code);
});

const geo = { objective_type: 'TRAFFIC', placements: ['PLACEMENT_TIKTOK'] };

test('what is not spoilt is accepted: files, members, lookalikes, postal codes', async () => {
  expect((await image(PNG, { file_name: 'good.png' })).code).toBe(0);
  const { custom_audience_id } = await video.post('dmp/custom_audience/create', made({}));
  expect(
    (await video.refused('POST', 'dmp/custom_audience/update', { custom_audience_id, custom_audience_name: 'x' }))
      .message,
  ).toContain('not editable');
  await video.post('dmp/custom_audience/update', update('Customers', { file_paths: [paths.few], action: 'REMOVE' }));
  video.advance(2 * DAY_MS);
  await video.post('dmp/custom_audience/lookalike/create', lookalike({}));
  const zip = { ...geo, search_type: 'BATCH_ZIPCODE_SEARCH', keywords: ['94103'], region_codes: ['US'] };
  expect((await video.post('tool/targeting/search', zip)).targeting_tag_list).toHaveLength(1);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../ambient.ts';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME } from '../seed.ts';
import { Store } from '../state.ts';

/** What files, lists and targeting tools answer. */
const video = videoForTests();

async function upload(path: string, field: string | undefined, bytes: Buffer, more: Record<string, string>) {
  const form = new FormData();
  form.set('advertiser_id', US);
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  if (field !== undefined) form.set(field, new Blob([new Uint8Array(bytes)]), 'file');
  const reply = await fetch(`${video.origin}/open_api/v1.3/${path}/`, {
    ...{ method: 'POST', headers: { 'access-token': ACME.token }, body: form },
  });
  return (await reply.json()) as { code: number; message: string; data: Params & { format?: string }[] & Params };
}

test.each<[number, string | undefined, Buffer, string | undefined]>([
  [40905, undefined, Buffer.from('x'), undefined],
  [40906, 'video_file', Buffer.alloc(0), undefined],
  [0, 'video_file', Buffer.from('\0\0\0\x18ftypqt  '), 'mov'],
  [0, 'video_file', Buffer.from('\0\0\0\x18ftypmp42'), 'mp4'],
  [0, 'video_file', Buffer.from('RIFF1234AVI LIST'), 'avi'],
  [0, 'video_file', Buffer.from('\0\0\x01\xba\0\0\0\0\0\0\0\0', 'latin1'), 'mpeg'],
  [40908, 'video_file', Buffer.from('RIFF1234WEBPVP8 '), undefined],
])('a film is answered with %i: %s %s', async (code, field, bytes, format) => {
  const video_signature = createHash('md5').update(bytes).digest('hex');
  const reply = await upload('file/video/ad/upload', field, bytes, { video_signature, file_name: `${bytes}.film` });
  expect(reply.code).toBe(code);
  if (code === 0) expect(reply.data[0]!.format).toBe(format);
});

test('covers are suggested of a film that is ready, and are pictures from then on', async () => {
  const fresh = { upload_type: 'UPLOAD_BY_URL', video_url: 'https://acme.example/covers.mp4' };
  const [{ video_id }] = await video.post('file/video/ad/upload', fresh);
  expect(await video.refused('GET', 'file/video/suggestcover', { video_id })).toMatchObject({ code: 40901 });
  video.advance(10 * MINUTE_MS);
  const { list } = await video.get('file/video/suggestcover', { video_id, poster_number: 3 });
  expect(list).toHaveLength(3);
  const image_ids = list.map(({ id }: { id: string }) => id);
  expect((await video.get('file/image/ad/info', { image_ids })).list).toHaveLength(3);
  expect((await video.get('file/video/suggestcover', { video_id })).list).toHaveLength(10);
  const foreign = new Store(video.world.db).all('Video', { advertiser: ACME.advertisers[1]!.id })[0]!.id;
  const { list: known } = await video.get('file/video/ad/info', { video_ids: [video_id, foreign] });
  expect(known.map((one: Params) => one.video_id)).toEqual([video_id]);
});

test('lists are narrowed by status, time, name and fields', async () => {
  const shown = async (path: string, params: Params, name: string) =>
    (await video.get(path, { page_size: 1000, ...params })).list.map((one: Params) => one[name]);
  const status = (secondary_status: string) =>
    shown('campaign/get', { filtering: { secondary_status } }, 'secondary_status');
  const { campaign_id } = await video.post('campaign/create', { ...GOOD.campaign, campaign_name: 'To be deleted' });
  await video.post('campaign/status/update', { campaign_ids: [campaign_id], operation_status: 'DELETE' });
  expect(await status('CAMPAIGN_STATUS_ALL')).toContain('CAMPAIGN_STATUS_DELETE');
  expect(await status('CAMPAIGN_STATUS_NOT_DELETE')).not.toContain('CAMPAIGN_STATUS_DELETE');
  const times = await shown('campaign/get', {}, 'create_time');
  const middle = [...times].sort()[Math.floor(times.length / 2)];
  const from = { filtering: { creation_filter_start_time: middle } };
  expect(await shown('campaign/get', from, 'create_time')).toEqual(times.filter((time: string) => time >= middle));
  const until = { filtering: { creation_filter_end_time: middle } };
  expect(await shown('campaign/get', until, 'create_time')).toEqual(times.filter((time: string) => time <= middle));
  const [bare] = (await video.get('campaign/get', { fields: ['campaign_id', 'app_id'] })).list;
  expect(Object.keys(bare).sort()).toEqual(['app_id', 'campaign_id']);
  const full = { fields: ['campaign_id', 'app_id'], exclude_field_types_in_response: ['NULL_FIELD'] };
  expect(Object.keys((await video.get('campaign/get', full)).list[0])).toEqual(['campaign_id']);
  const identities = async (keyword: string) =>
    (await video.get('identity/get', { filtering: { keyword } })).identity_list.map((one: Params) => one.display_name);
  const [name] = await identities('');
  expect(new Set(await identities(String(name).toUpperCase()))).toEqual(new Set([name]));
  expect(await identities('no such name')).toEqual([]);
  const [{ pixel_id: pixel }] = (await video.get('pixel/list')).pixels;
  expect((await video.get('pixel/list', { pixel_id: pixel })).pixels).toMatchObject([{ pixel_id: pixel }]);
  expect((await video.get('pixel/list', { pixel_id: '42' })).pixels).toEqual([]);
});

const geo = { objective_type: 'TRAFFIC', placements: ['PLACEMENT_TIKTOK'] };

test('interests are told by industry and place, each with those below it', async () => {
  const interests = async (params: Params) => (await video.get('tool/interest_category', params)).interest_categories;
  const open = await interests({ special_industries: ['HOUSING'] });
  const every = await interests({});
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThan(every.length);
  const below = every.flatMap(({ sub_category_ids }: Params) => sub_category_ids);
  const levels = Map.groupBy(every as { interest_category_id: string; level: number }[], ({ level }) => level > 1);
  expect(below.sort()).toEqual(
    levels
      .get(true)!
      .map((one) => one.interest_category_id)
      .sort(),
  );
  expect(every[0].placements).toEqual(['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE']);
  const placements = ['PLACEMENT_PANGLE'];
  expect((await interests({ placements }))[0].placements).toEqual(placements);
  expect(await video.refused('GET', 'tool/interest_category', { version: 3 })).toMatchObject({ code: 40002 });
  expect(open.every((one: Params) => (one.special_industries as string[]).includes('HOUSING'))).toBe(true);
});

test('targeting is found by words, actions and places', async () => {
  const words = async (params: Params) =>
    (await video.get('tool/interest_keyword/recommend', params)).recommended_keywords;
  expect((await words({ keyword: 'GEAR' })).map((one: Params) => one.keyword)).toEqual(['running gear']);
  expect(await words({ keyword: 'gear', limit: 1, language: 'de' })).toMatchObject([
    { language: 'de', status: 'INEFFECTIVE', keyword_status: 'OFFLINE' },
  ]);
  expect(await words({ keyword: 'video games' })).toMatchObject([{ status: 'EFFECTIVE', keyword_status: 'ONLINE' }]);
  const categories = async (params: Params) =>
    (await video.get('tool/action_category', params)).action_categories.map((one: Params) => one.action_category_id);
  expect(await categories({ special_industries: ['HOUSING'] })).toEqual(['101001']);
  expect(await categories({})).toEqual(['101001', '101002', '101003', '102001', '102002']);
  const hashtags = async (operator?: string) =>
    (await video.get('tool/hashtag/recommend', { keywords: ['#run', 'shoes'], ...(operator && { operator }) }))
      .recommend_keywords.length;
  expect([await hashtags(), await hashtags('AND'), await hashtags('OR')]).toEqual([1, 1, 3]);
  const found = async (more: Params) =>
    (
      await video.post('tool/targeting/search', {
        ...geo,
        search_type: 'FUZZY_SEARCH',
        keywords: ['New York'],
        ...more,
      })
    ).targeting_tag_list.map(({ geo: place }: { geo: Params }) => place.region_code);
  expect(new Set(await found({}))).toEqual(new Set(['US']));
  expect(await found({ region_codes: ['DE'] })).toEqual([]);
  expect(await found({ keywords: ['no such place'] })).toEqual([]);
  expect((await video.get('tool/language')).languages).toContainEqual({ code: 'de', name: 'German' });
  const people = async (more: Params) =>
    (
      await video.post('ad/audience_size/estimate', {
        ...geo,
        optimization_goal: 'CLICK',
        location_ids: ['6252001'],
        ...more,
      })
    ).user_count.upper_end;
  const all = await people({});
  expect((await people({ gender: 'GENDER_FEMALE' })) / all).toBeCloseTo(0.5);
  expect((await people({ age_groups: ['AGE_18_24', 'AGE_25_34'] })) / all).toBeCloseTo(1 / 3);
  expect(await people({ interest_category_ids: ['11'] })).toBeLessThan(all * 0.2);
  expect(await people({ location_ids: [] })).toBe(1_100_000_000);
});

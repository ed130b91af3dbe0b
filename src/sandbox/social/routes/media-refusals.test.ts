import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Body, good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { type Refusal, type RefusalRow, saidBy, testRefusals } from '../rules/rows.testing.ts';
import { ACCOUNTS, ACME } from '../seed.ts';

const graph = socialForTests();
const field = (name: string): Refusal => [100, undefined, name];
const EUROPE = ACCOUNTS.europe.id;
/** A whole picture of one point. */
const BYTES = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PNG = Buffer.from(BYTES, 'base64');

async function file(
  path: string,
  name: string,
  content: Uint8Array<ArrayBuffer>,
  filename: string,
  more: Record<string, string> = {},
): Promise<Body> {
  const form = new FormData();
  for (const [key, value] of Object.entries({ access_token: ACME.token, ...more })) form.set(key, value);
  form.set(name, new Blob([content]), filename);
  return (await fetch(`${graph.origin}/v26.0/${path}`, { method: 'POST', body: form })).json();
}

describe('images', () => {
  const rows: RefusalRow[] = [
    ['nothing at all', { bytes: undefined }, field('bytes'), {}],
    ['an address', { url: 'https://acme.example/a.png' }, field('url'), {}],
    ['text', { bytes: 'aGVsbG8=' }, [100, 1487411, 'bytes'], {}],
    [
      'a copy of nothing',
      { bytes: undefined, copy_from: { source_account_id: EUROPE, hash: 'x' } },
      field('copy_from'),
      {},
    ],
  ];
  testRefusals(graph, rows, (params) => ({ path: `${US}/adimages`, params: { bytes: BYTES, ...params } }));

  test('of more than 30 MB are not taken', async () => {
    const large = new Uint8Array(30 * 2 ** 20 + 1);
    large.set(PNG);
    expect(saidBy((await file(`${US}/adimages`, 'file', large, 'a.png')).error)).toEqual(field('bytes'));
  });

  test('are copied from accounts of the caller, once', async () => {
    const { hash } = (await graph.post(`${EUROPE}/adimages`, { bytes: BYTES, name: 'Point' })).images.bytes;
    const from = (account: string) => ({ copy_from: { source_account_id: account.slice(4), hash } });
    const whole = { copy_from: { source_account_id: EUROPE, hash } };
    const tried = await Promise.all(
      [from(EUROPE), whole].map((params) => graph.send('POST', `${US}/adimages`, params)),
    );
    const { body } = tried.find(({ status }) => status === 200)!;
    expect(body.images.bytes).toMatchObject({ hash, width: 1, height: 1 });
    const japan = { access_token: 'EAASANDBOXjapanW3nT8kP5vB1xZ7qM4dL9sC2fH6jG0rYuEoIa' };
    const stolen = await graph.refused('POST', `${ACCOUNTS.japan.id}/adimages`, { ...whole, ...japan });
    expect(saidBy(stolen)).toEqual(field('copy_from'));
    await graph.remove(`${US}/adimages`, { hash });
    expect((await graph.get(`${US}/adimages`, { hashes: [hash] })).data).toEqual([]);
    const again = tried[0]!.status === 200 ? from(EUROPE) : whole;
    await graph.post(`${US}/adimages`, again);
    expect((await graph.get(`${US}/adimages`, { hashes: [hash] })).data).toHaveLength(1);
  });

  test('are found by name and size, and tell of themselves', async () => {
    const { hash } = (await graph.post(`${US}/adimages`, { bytes: BYTES, name: 'Point' })).images.bytes;
    const hashes = async (params: Params) =>
      (await graph.get(`${US}/adimages`, { hashes: [hash], ...params })).data.length;
    const [{ name }] = (await graph.get(`${US}/adimages`, { hashes: [hash], fields: 'name' })).data;
    expect(await hashes({ name })).toBe(1);
    expect(await hashes({ name: `${name}!` })).toBe(0);
    expect([await hashes({ minwidth: 1, minheight: 1 }), await hashes({ minwidth: 2 })]).toEqual([1, 0]);
    expect(await hashes({ minheight: 2 })).toBe(0);
    const fields =
      'account_id,original_width,original_height,url,url_128,permalink_url,created_time,is_associated_creatives_in_adgroups,creatives';
    const read = async () => (await graph.get(`${US}/adimages`, { hashes: [hash], fields })).data[0];
    expect(await read()).toMatchObject({
      account_id: US.slice(4),
      original_width: 1,
      original_height: 1,
      url: expect.stringContaining(hash),
      is_associated_creatives_in_adgroups: false,
      creatives: [],
    });
    const link_data = { ...good.story.link_data, image_hash: hash };
    const { id } = await graph.post(`${US}/adcreatives`, { object_story_spec: { ...good.story, link_data } });
    expect(await read()).toMatchObject({ is_associated_creatives_in_adgroups: true, creatives: [id] });
  });

  test('are deleted by a hash that is there', async () => {
    const refused = async (params: Params) => saidBy(await graph.refused('DELETE', `${US}/adimages`, params));
    expect(await refused({})).toEqual(field('hash'));
    expect(await refused({ hash: 'x' })).toEqual([100, 1487395, 'hash']);
  });
});

describe('videos', () => {
  const url = { file_url: 'https://acme.example/v.mp4' };
  const start = { upload_phase: 'start', file_size: 1024 };
  const rows: RefusalRow[] = [
    ['nothing at all', {}, field('source'), url],
    ['an address of another kind', { file_url: 'ftp://acme.example/v.mp4' }, [389], url],
    [
      'a title of 255 characters',
      { ...url, title: 'x'.repeat(255) },
      field('title'),
      { ...url, title: 'x'.repeat(254) },
    ],
    ['an unknown phase', { upload_phase: 'think' }, field('upload_phase'), start],
    ['no size', { ...start, file_size: undefined }, [382], start],
    ['a size of 1,023 bytes', { ...start, file_size: 1023 }, [382], start],
    ['a size above 4 GB', { ...start, file_size: 2 ** 32 + 1 }, [6000], { ...start, file_size: 2 ** 32 }],
    ['no session', { upload_phase: 'finish' }, field('upload_session_id'), url],
    ['an upload session that does not exist', { upload_phase: 'finish', upload_session_id: '5' }, [6001], url],
  ];
  testRefusals(graph, rows, (params) => ({ path: `${US}/advideos`, params }));

  test('have a known format and at least a kilobyte', async () => {
    const send = (size: number, name: string) => file(`${US}/advideos`, 'source', new Uint8Array(size), name);
    expect((await send(2048, 'v.txt')).error.code).toBe(352);
    expect((await send(1023, 'v.mp4')).error.code).toBe(382);
    expect(await send(1024, 'v.mp4')).toHaveProperty('id');
  });

  test('in parts need the part, and their own account', async () => {
    const { upload_session_id, video_id } = await graph.post(`${US}/advideos`, start);
    const transfer = { upload_phase: 'transfer', upload_session_id, start_offset: '0' };
    expect(saidBy(await graph.refused('POST', `${US}/advideos`, transfer))).toEqual(field('video_file_chunk'));
    expect(saidBy(await graph.refused('POST', `${EUROPE}/advideos`, transfer))).toEqual([6001]);
    const part = await file(`${US}/advideos`, 'video_file_chunk', new Uint8Array(1024), 'c', transfer);
    expect(part).toEqual({ start_offset: '1024', end_offset: '1024' });
    await graph.post(`${US}/advideos`, { upload_phase: 'cancel', upload_session_id });
    expect(saidBy(await graph.refused('GET', video_id))).toEqual([100, 33]);
    const finish = { upload_phase: 'finish', upload_session_id };
    expect(saidBy(await graph.refused('POST', `${US}/advideos`, finish))).toEqual([6001]);
  });

  test('are found by a part of their title, tell of themselves, and go by id or through the account', async () => {
    const made = async (title: string) =>
      (await graph.post(`${US}/advideos`, { ...url, title, description: 'About it' })).id as string;
    const [one, other] = [await made('Autumn walk'), await made('Winter walk')];
    const titled = async (title: string) =>
      (await graph.get(`${US}/advideos`, { title })).data.map(({ id }: Body) => id).sort();
    expect(await titled('AUTUMN')).toEqual([one]);
    expect(await titled('walk')).toEqual([one, other].sort());
    expect(await graph.get(one, { fields: 'name,title,description,source,published,created_time' })).toMatchObject({
      name: 'Autumn walk',
      title: 'Autumn walk',
      description: 'About it',
      source: expect.stringContaining(one),
      published: false,
    });
    const refused = async (account: string, params: Params) =>
      saidBy(await graph.refused('DELETE', `${account}/advideos`, params));
    expect(await refused(EUROPE, { video_id: one })).toEqual(field('video_id'));
    expect(await refused(US, { video_id: '5' })).toEqual(field('video_id'));
    await graph.remove(`${US}/advideos`, { video_id: one });
    await graph.remove(other);
    expect(await titled('walk')).toEqual([]);
  });
});

describe('copies', () => {
  const set = async () => {
    const { id } = await graph.post(`${US}/campaigns`, { ...good.campaign, name: 'Campaign', status: 'ACTIVE' });
    const end_time = new Date(START + 9 * DAY_MS).toISOString();
    const adSet = { ...good.adSet(id), name: 'Set', end_time };
    return { campaign: id as string, adSet: (await graph.post(`${US}/adsets`, adSet)).id as string };
  };

  test.each([
    ['DEEP_RENAME', 'A Campaign B', 'A Set B'],
    ['ONLY_TOP_LEVEL_RENAME', 'A Campaign B', 'Set'],
    ['NO_RENAME', 'Campaign', 'Set'],
  ])('with %s are named %s and %s', async (rename_strategy, campaignName, adSetName) => {
    const { campaign } = await set();
    const rename_options = { rename_strategy, rename_prefix: 'A ', rename_suffix: ' B' };
    const copied = await graph.post(`${campaign}/copies`, { deep_copy: true, rename_options });
    const told = await graph.get(copied.copied_campaign_id, { fields: 'name,adsets{name}' });
    expect([told.name, told.adsets.data[0].name]).toEqual([campaignName, adSetName]);
  });

  test('are called copies by themselves, and are renamed in known ways only', async () => {
    const { campaign } = await set();
    const name = async (rename_options: Params | undefined) => {
      const { copied_campaign_id: id } = await graph.post(`${campaign}/copies`, { rename_options });
      return (await graph.get(id, { fields: 'name' })).name;
    };
    expect(await name(undefined)).toBe('Campaign - Copy');
    expect(await name({ rename_prefix: 'New ' })).toBe('New Campaign');
    const error = await graph.refused('POST', `${campaign}/copies`, { rename_options: { rename_strategy: 'SHUFFLE' } });
    expect(saidBy(error)).toEqual(field('rename_options'));
  });

  test('of ad sets run as long as asked, in a campaign that lives', async () => {
    const { campaign, adSet } = await set();
    const end = async (params: Params) => {
      const { copied_adset_id: id } = await graph.post(`${adSet}/copies`, params);
      return (await graph.get(id, { fields: 'end_time' })).end_time;
    };
    expect(Date.parse(await end({}))).toBe(START + 9 * DAY_MS);
    expect(await end({ end_time: 0 })).toBeUndefined();
    expect(Date.parse(await end({ end_time: (START + 5 * DAY_MS) / 1000 }))).toBe(START + 5 * DAY_MS);
    const refused = async (params: Params) => saidBy(await graph.refused('POST', `${adSet}/copies`, params));
    expect(await refused({ campaign_id: '5' })).toEqual(field('campaign_id'));
    const other = (await set()).campaign;
    await graph.post(`${adSet}/copies`, { campaign_id: other });
    await graph.remove(other);
    expect(await refused({ campaign_id: other })).toEqual([100, 1487566, 'campaign_id']);
    expect(campaign).toBeDefined();
  });
});

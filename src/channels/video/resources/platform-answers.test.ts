import { describe, expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { authorize, type VideoClient } from '../client.ts';
import { statusFindings, wordFindings } from '../delivery/findings.ts';
import { AD_GROUPS } from '../wire.ts';
import { identityOf, isOnTikTok, usableIdentity } from './ad-identity.ts';
import { checkedBid, valueBid } from './bidding.ts';
import { refuseBelowSpent } from './budget.ts';
import { actionsIn, campaignsStrivingFor, chosenAction, chosenPixel } from './conversion-action.ts';
import { imageOf, uploadedId, videoOf } from './file.ts';
import { leadsIn } from './lead-file.ts';
import { changedSchedule, refuseEndless } from './schedule.ts';
import { creativeProblems, platformContent, smartAdOf, smartReplacement } from './smart-ad.ts';
import { spentIfRead } from './spend.ts';

const problems = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return (error as Failure).details.problems?.map(({ field, message }) => `${field} ${message}`);
  }
};

describe('a Smart+ ad', () => {
  const video = {
    creative_info: {
      identity_type: 'TT_USER',
      identity_id: 'me',
      video_info: { video_id: 'v1' },
      image_info: [{ web_uri: 'i1' }],
      kept: 1,
    },
  };
  const post = { creative_info: { identity_type: 'TT_USER', identity_id: 'me', tiktok_item_id: '5', kept: 2 } };
  const held = {
    smart_plus_ad_id: '9',
    ad_name: 'A',
    campaign_id: '1',
    operation_status: 'ENABLE',
    creative_list: [video, post],
    page_list: [{ page_id: '77' }],
    ad_configuration: { call_to_action_id: 'dyn', dark: true },
    unknown_field: 'x',
    nothing: null,
  } as never;

  test.each([
    [{}, 'creatives.0 needs exactly one of video_id, tiktok_item_id'],
    [{ video_id: 'v', tiktok_item_id: '5' }, 'creatives.0 needs exactly one of video_id, tiktok_item_id'],
    [{ video_id: 'v' }, 'creatives.0 needs image_id, the cover of its video'],
    [{ tiktok_item_id: '5', image_id: 'i' }, 'creatives.0 takes no image_id with a post'],
  ])('does not take the creative %j', (creative, words) => {
    expect(creativeProblems([creative]).map(({ field, message }) => `${field} ${message}`)).toEqual([words]);
  });

  test('takes a video with its cover, and a post', () => {
    expect(creativeProblems([{ video_id: 'v', image_id: 'i' }, { tiktok_item_id: '5' }])).toEqual([]);
  });

  test('keeps all of a creative but its cover, and gives a new one the identity of the first', () => {
    const creatives = [{ tiktok_item_id: '5' }, { video_id: 'v1', image_id: 'i2' }, { tiktok_item_id: '6' }];
    expect(smartReplacement(held, { creatives }).creative_list).toEqual([
      post,
      { creative_info: { ...video.creative_info, image_info: [{ web_uri: 'i2' }] } },
      {
        creative_info: { ad_format: 'SINGLE_VIDEO', identity_type: 'TT_USER', identity_id: 'me', tiktok_item_id: '6' },
      },
    ]);
  });

  test('is sent back whole, its dynamic button only where no other is named', () => {
    const kept = {
      smart_plus_ad_id: '9',
      creative_list: [video, post],
      page_list: [{ page_id: '77' }],
      unknown_field: 'x',
    };
    expect(smartReplacement(held, { ad_name: 'B' })).toEqual({
      ...kept,
      ad_name: 'B',
      ad_configuration: { call_to_action_id: 'dyn', dark: true },
    });
    expect(smartReplacement(held, { call_to_actions: ['LEARN_MORE'] })).toEqual({
      ...kept,
      ad_name: 'A',
      call_to_action_list: [{ call_to_action: 'LEARN_MORE' }],
      ad_configuration: { dark: true },
    });
  });

  test('is sent with its form and the account that lends the identity', () => {
    const author = { identity_type: 'BC_AUTH_TT', identity_id: 'me', identity_authorized_bc_id: 'bc' };
    expect(platformContent({ page_id: '77', creatives: [{ tiktok_item_id: '5' }] }, author)).toEqual({
      page_list: [{ page_id: '77' }],
      creative_list: [{ creative_info: { ad_format: 'SINGLE_VIDEO', ...author, tiktok_item_id: '5' } }],
    });
    expect(smartAdOf(held)).toMatchObject({
      page_id: '77',
      creatives: [{ video_id: 'v1', image_id: 'i1' }, { tiktok_item_id: '5' }],
    });
  });

  test('is shown without what the platform leaves empty', () => {
    const empty = { ad_name: null, campaign_id: null, modify_time: null, secondary_status: null };
    expect(Object.values(smartAdOf({ ...(held as object), ...empty } as never))).not.toContain(null);
  });
});

describe('a pixel', () => {
  const pixel = (id: string, events: object[] = []) => ({ pixel_id: id, pixel_name: `P${id}`, events }) as never;
  const client = (...pixels: never[]) => ({ all: async () => pixels }) as unknown as VideoClient;

  test('is chosen by its id, or is the only one', async () => {
    expect(await chosenPixel(client(pixel('1')), 'a', undefined)).toMatchObject({ pixel_id: '1' });
    expect(await chosenPixel(client(pixel('1'), pixel('2')), 'a', '2')).toMatchObject({ pixel_id: '2' });
    await expect(chosenPixel(client(pixel('1'), pixel('2')), 'a', undefined)).rejects.toMatchObject({
      details: { problems: [{ field: 'pixel_id', message: 'is needed: the advertiser has 1 (P1), 2 (P2)' }] },
    });
    await expect(chosenPixel(client(), 'a', undefined)).rejects.toMatchObject({
      details: { problems: [{ message: 'is needed: the advertiser has no pixel' }] },
    });
    await expect(chosenPixel(client(pixel('1')), 'a', '9')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('tells its events that have an id, with their worth', async () => {
    const events = [
      { event_id: '5', name: 'Sale', optimization_event: 'ON_WEB_ORDER', currency_value: '5.50', currency: 'EUR' },
      { event_id: '6', custom_event_type: 'OWN' },
      { name: 'No id' },
    ];
    expect(actionsIn(pixel('1', events))).toMatchObject([
      {
        id: '5',
        pixel_id: '1',
        name: 'Sale',
        optimization_event: 'ON_WEB_ORDER',
        value: { amount: '5.5', currency: 'EUR' },
      },
      { id: '6', name: 'OWN', event: 'OWN' },
    ]);
    expect(actionsIn(pixel('1', events))[1]).not.toHaveProperty('value');
    expect(actionsIn(pixel('1', [{ event_id: '5', currency_value: '5' }]))[0]!.value).toEqual({
      amount: '5',
      currency: 'USD',
    });
    expect(actionsIn({ pixel_id: '1' } as never)).toEqual([]);
    await expect(chosenAction(client(pixel('1', events)), 'a', '7')).rejects.toMatchObject({ code: 'not_found' });
    expect(await chosenAction(client(pixel('1', events)), 'a', '6')).toMatchObject({ id: '6' });
  });

  test('is striven for by the campaigns of its own groups, not by those of the same event of another pixel', async () => {
    const group = (campaign_id: string, pixel_id: string, optimization_event = 'SHOPPING') => {
      return { campaign_id, pixel_id, optimization_event };
    };
    const groups = [group('1', '7'), group('2', '8'), group('3', '7', 'FORM'), group('1', '7')];
    const campaigns = ['1', '2', '3'].map((id) => ({ campaign_id: id, campaign_name: `C${id}` }));
    const all = async (list: unknown) => (list === AD_GROUPS ? groups : campaigns);
    const action = { id: '5', pixel_id: '7', name: 'Sale', event: 'purchase', optimization_event: 'SHOPPING' };
    expect(await campaignsStrivingFor({ all } as unknown as VideoClient, 'a', action as never)).toEqual([
      { id: '1', name: 'C1' },
    ]);
  });
});

describe('a file of leads', () => {
  async function* pieces(...texts: (string | Buffer)[]) {
    for (const text of texts) yield Buffer.from(text as string);
  }
  const read = async (file: AsyncIterable<Buffer>) => {
    const sizes: number[] = [];
    for await (const page of leadsIn(file, '9')) sizes.push(page.length);
    return sizes;
  };

  test('comes in pages of 500, without its empty rows', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => `${at},2026-01-01 00:00:00,a@b.example`);
    expect(await read(pieces('\uFEFFlead_id,created_time,email\n', `${rows.join('\n')}\n,,\n`))).toEqual([500, 1]);
    expect(await read(pieces('lead_id,created_time,email\n', `${rows.slice(1).join('\n')}\n`))).toEqual([500]);
  });

  test('that is a zip and too large, or none, is not read', async () => {
    const large = { length: 65 * 1024 ** 2, subarray: () => Buffer.from('PK') } as unknown as Buffer;
    async function* packed() {
      yield large;
    }
    await expect(read(packed())).rejects.toThrow('it is too large');
    await expect(read(pieces('PK no zip'))).rejects.toBeInstanceOf(Failure);
  });

  test('that is text may be larger than a zip, up to a bound', async () => {
    const piece = (length: number) => ({ length, subarray: () => Buffer.from('le') }) as unknown as Buffer;
    async function* plain() {
      yield piece(1024 ** 3 + 1);
    }
    await expect(read(plain())).rejects.toThrow('it is too large');
  });
});

describe('bids and budgets', () => {
  const bid = (amount: string, budgets: (number | null)[] = []) =>
    problems(() => checkedBid({ amount, currency: 'USD', billing: 'CPC', budgets }));

  test.each([
    ['0', [], ['bid must be more than 0.00 USD']],
    ['30.01', [], ['bid must be at most 30.00 USD with CPC']],
    ['20', [50, 20], ['bid must be less than 20.00 USD, the budget']],
    ['19.99', [null, 20], 19.99],
    ['30', [], 30],
  ])('a bid of %s beside the budgets %j', (amount, budgets, expected) => {
    expect(bid(amount, budgets)).toEqual(expected);
  });

  test('the highest value has no floor', () => {
    expect(valueBid(undefined)).toEqual({ deep_bid_type: 'VO_HIGHEST_VALUE' });
    expect(valueBid(2)).toEqual({ deep_bid_type: 'VO_MIN_ROAS', roas_bid: 2 });
  });

  test('a budget is not cut below 105 % of what is spent, where that is known', () => {
    expect(problems(() => refuseBelowSpent(1, undefined, 'USD'))).toBeUndefined();
    expect(problems(() => refuseBelowSpent(105, 100, 'USD'))).toBeUndefined();
    expect(problems(() => refuseBelowSpent(104.99, 100, 'USD'))).toEqual([
      expect.stringContaining('must be at least 105.00 USD'),
    ]);
  });

  test('what is spent is not known where reports cannot be read, and other errors are told', async () => {
    const client = (error: Error) =>
      ({
        get: () => Promise.reject(error),
        advertiser: async () => ({ timezone: 'UTC' }),
        session: { platformNow: () => 0 },
      }) as unknown as VideoClient;
    const failure = new Failure({ code: 'permission_denied', message: '', nextStep: '' });
    expect(await spentIfRead(client(failure), '1', { campaign_id: '1' } as never, 'ever')).toBeUndefined();
    await expect(spentIfRead(client(new TypeError('x')), '1', { campaign_id: '1' } as never, 'ever')).rejects.toThrow(
      TypeError,
    );
  });

  test('a lifetime budget needs an end', () => {
    const held = (budget_mode: string) => ({ budget_mode, schedule_start_time: '2026-01-01 00:00:00' }) as never;
    expect(problems(() => refuseEndless(held('BUDGET_MODE_TOTAL'), { end_time: 'none' }))).toEqual([
      'end_time cannot be none: the budget is for the whole run',
    ]);
    expect(problems(() => refuseEndless(held('BUDGET_MODE_DAY'), { end_time: 'none' }))).toBeUndefined();
    expect(changedSchedule(held('BUDGET_MODE_DAY'), { end_time: 'none' })).toEqual({
      schedule_type: 'SCHEDULE_FROM_NOW',
      schedule_start_time: '2026-01-01 00:00:00',
    });
  });
});

test('a connection without a token is told so before anything is sent', () => {
  expect(() => authorize({ url: 'https://x', method: 'GET' } as never, {})).toThrow(
    expect.objectContaining({ code: 'token_expired' }),
  );
  expect(authorize({ url: 'https://x', method: 'GET' } as never, { access_token: 't' }).headers).toEqual({
    'access-token': 't',
  });
});

test.each(['', 'None', 'null'])('an upload that is answered by the id "%s" has failed', (id) => {
  expect(() => uploadedId(id, 'video')).toThrow(
    expect.objectContaining({ code: 'upstream_unavailable', retryable: true }),
  );
  expect(uploadedId('v1', 'video')).toBe('v1');
});

test('a video is not ready until the platform says so, and a file without a name has its id', () => {
  expect(videoOf({ video_id: 'v1' } as never)).toEqual({ id: 'v1', name: 'v1', ready: false });
  expect(videoOf({ video_id: 'v1', file_name: 'F', displayable: true } as never)).toEqual({
    id: 'v1',
    name: 'F',
    ready: true,
  });
  expect(imageOf({ image_id: 'i1' } as never)).toEqual({ id: 'i1', name: 'i1' });
});

describe('an identity', () => {
  const wire = (more: object) =>
    ({ identity_id: '1', identity_type: 'TT_USER', can_push_video: true, ...more }) as never;
  const group = (placements: string[], placement_type = 'PLACEMENT_TYPE_NORMAL') =>
    ({ placements, placement_type }) as never;

  test.each([
    ['AVAILABLE', true],
    [null, true],
    [undefined, true],
    ['NO_PERMISSION', false],
  ])('of the status %s can be used: %s', (available_status, usable) => {
    const shown = identityOf(wire({ available_status }));
    expect(shown.usable).toBe(usable);
    expect(shown.usable_for.length > 0).toBe(usable);
  });

  test('is refused where the platform would refuse the ad', async () => {
    const use = (more: object, of?: never) =>
      usableIdentity({ all: async () => [wire(more)] } as unknown as VideoClient, 'a', '1', of).then(
        () => 'used',
        (error: Failure) => error.details.problems?.[0]?.message ?? error.code,
      );
    expect(await use({})).toBe('used');
    expect(await use({ identity_id: '2' })).toContain('is no identity');
    expect(await use({ available_status: 'NO_PERMISSION' })).toContain('cannot be used: NO_PERMISSION');
    expect(await use({}, group(['PLACEMENT_PANGLE']))).toContain('is shown on PLACEMENT_TIKTOK only');
    expect(await use({}, group(['PLACEMENT_TIKTOK']))).toBe('used');
    expect(await use({ identity_type: 'CUSTOMIZED_USER' }, group(['PLACEMENT_TIKTOK']))).toContain('no longer allowed');
  });

  test('is on TikTok where the platform chooses, or nothing is named', () => {
    expect(isOnTikTok(group(['PLACEMENT_PANGLE'], 'PLACEMENT_TYPE_AUTOMATIC'))).toBe(true);
    expect(isOnTikTok(group([]))).toBe(true);
    expect(isOnTikTok(group(['PLACEMENT_PANGLE']))).toBe(false);
  });
});

test.each([
  ['DELETE', 'is deleted, which cannot be undone'],
  ['DISABLE', 'is off'],
  ['ODD', 'as ODD'],
])('an ad group of the status %s is told to keep from serving', (operation_status, words) => {
  const object = { level: 'ad_group', id: '1', name: 'G', operation_status } as never;
  expect(statusFindings(object).map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
});

test('a video that could not be processed is mended on the ad, and nowhere else', () => {
  const found = (level: string) =>
    wordFindings({
      level,
      id: '1',
      name: 'A',
      operation_status: 'ENABLE',
      secondary_status: 'AD_STATUS_TRANSCODING_FAIL',
    } as never)[0];
  expect(JSON.stringify(found('ad'))).toContain('video_id');
  expect(JSON.stringify(found('ad_group'))).not.toContain('video_id');
});

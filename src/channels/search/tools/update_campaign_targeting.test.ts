import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, service } = sandboxed('search');

async function campaignIn(...location_ids: string[]): Promise<string> {
  const { campaign } = await call('create_campaign', {
    name: `aimed ${Math.random()}`,
    budget: 10,
    contains_eu_political_advertising: false,
    location_ids,
    language_ids: ['1000'],
  });
  return campaign.id;
}

test('every kind of target is set in one changing request and read back', async () => {
  const campaign_id = await campaignIn('2840');
  const mutates = async () =>
    (await requests()).filter(
      ({ request_body: body, path }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
    ).length;
  const sent = await mutates();
  const { targeting, applied, not_applied, names } = await call('update_campaign_targeting', {
    campaign_id,
    mode: 'replace',
    location_ids: ['2276', '2250'],
    excluded_location_ids: ['2840'],
    language_ids: ['1001', '1002'],
    ad_schedule: [
      { day: 'TUESDAY', from: '09:30', to: '24:00', modifier: 1.5 },
      { day: 'MONDAY', from: '08:00', to: '18:15' },
    ],
    device_bid_modifiers: { MOBILE: 0.8, TABLET: 0 },
    excluded_placements: ['games.example.com'],
    excluded_apps: ['2-com.example.torch', '1-476943146'],
    excluded_ages: ['65_UP', '18_24'],
    excluded_genders: ['UNDETERMINED'],
    location_option: 'PRESENCE',
    location_bid_modifiers: { 2276: 1.2 },
  });
  expect(await mutates()).toBe(sent + 1);
  expect(not_applied).toEqual([]);
  expect(targeting).toEqual({
    location_ids: ['2250', '2276'],
    excluded_location_ids: ['2840'],
    language_ids: ['1001', '1002'],
    ad_schedule: [
      { day: 'MONDAY', from: '08:00', to: '18:15' },
      { day: 'TUESDAY', from: '09:30', to: '24:00', modifier: 1.5 },
    ],
    device_bid_modifiers: { MOBILE: 0.8, TABLET: 0 },
    excluded_placements: ['games.example.com'],
    excluded_apps: ['1-476943146', '2-com.example.torch'],
    excluded_ages: ['18_24', '65_UP'],
    excluded_genders: ['UNDETERMINED'],
    audience_ids: [],
    excluded_audience_ids: [],
    location_option: 'PRESENCE',
    location_bid_modifiers: { 2276: 1.2 },
  });
  expect(names['2276']).toBe('Germany');
  expect(applied.location_ids).toEqual({ from: ['2840'], to: ['2250', '2276'] });
  expect((await call('get_campaign_targeting', { campaign_id })).targeting).toEqual(targeting);
});

test('lists grow and shrink; what is not named stays, and what is the same changes nothing', async () => {
  const campaign_id = await campaignIn('2840');
  const added = await call('update_campaign_targeting', { campaign_id, mode: 'add', location_ids: ['2276', '2840'] });
  expect(added.targeting).toMatchObject({ location_ids: ['2276', '2840'], language_ids: ['1000'] });
  expect(Object.keys(added.applied)).toEqual(['location_ids']);
  const again = await call('update_campaign_targeting', { campaign_id, mode: 'add', location_ids: ['2276'] });
  expect(again).toMatchObject({ applied: {}, not_applied: [] });
  const fewer = await call('update_campaign_targeting', { campaign_id, mode: 'remove', location_ids: ['2840'] });
  expect(fewer.targeting.location_ids).toEqual(['2276']);
  const none = await call('update_campaign_targeting', { campaign_id, mode: 'replace', location_ids: [] });
  expect(none.notes).toEqual(['Without locations it is shown everywhere.']);
  const phones = { campaign_id, mode: 'add', device_bid_modifiers: { MOBILE: 1.2 } };
  expect((await call('update_campaign_targeting', phones)).targeting.device_bid_modifiers).toEqual({ MOBILE: 1.2 });
  const less = { ...phones, device_bid_modifiers: { MOBILE: 0.5 } };
  expect((await call('update_campaign_targeting', less)).applied.device_bid_modifiers).toEqual({
    from: { MOBILE: 1.2 },
    to: { MOBILE: 0.5 },
  });
});

test('what cannot be is refused by its own name, and nothing is changed', async () => {
  const campaign_id = await campaignIn('2840');
  for (const [args, field] of [
    [{ mode: 'add' }, 'location_ids'],
    [{ mode: 'add', location_ids: ['2276'], excluded_location_ids: ['2276'] }, 'location_ids.0'],
    [{ mode: 'add', location_ids: ['2276', '99999999'] }, 'location_ids.1'],
    [{ mode: 'add', excluded_location_ids: ['2840'] }, 'excluded_location_ids.0'],
    [{ mode: 'remove', language_ids: ['1001'] }, 'language_ids.0'],
    [{ mode: 'add', language_ids: ['de', 'German', '99999999'] }, 'language_ids.2'],
    [{ mode: 'add', language_ids: [] }, 'language_ids'],
    [{ mode: 'add', ad_schedule: [{ day: 'MONDAY', from: '08:10', to: '09:00' }] }, 'ad_schedule.0.from'],
    [{ mode: 'add', ad_schedule: [{ day: 'MONDAY', from: '10:00', to: '09:00' }] }, 'ad_schedule.0.to'],
    [
      {
        mode: 'add',
        ad_schedule: [
          { day: 'MONDAY', from: '08:00', to: '12:00' },
          { day: 'MONDAY', from: '11:00', to: '13:00' },
        ],
      },
      'ad_schedule.1',
    ],
    [{ mode: 'add', device_bid_modifiers: { MOBILE: 0.05 } }, 'device_bid_modifiers.MOBILE'],
    [{ mode: 'add', location_bid_modifiers: { '': 1.5 } }, 'location_bid_modifiers.'],
    [{ mode: 'add', excluded_apps: ['com.example.torch'] }, 'excluded_apps.0'],
    [{ mode: 'add', excluded_placements: ['youtube.com/watch'] }, 'excluded_placements.0'],
  ] as const) {
    const error = await refusal('update_campaign_targeting', { campaign_id, ...args });
    expect(error, JSON.stringify(args)).toMatchObject({ code: 'invalid_arguments', field, outcome: 'not_applied' });
  }
  const { targeting } = await call('get_campaign_targeting', { campaign_id });
  expect(targeting).toMatchObject({ location_ids: ['2840'], excluded_location_ids: [], ad_schedule: [] });
});

test('a modifier in a campaign that sets its bids itself is warned of', async () => {
  const campaign_id = await campaignIn('2840');
  await call('update_campaign', { campaign_id, bidding_strategy: 'MAXIMIZE_CONVERSIONS' });
  const { notes } = await call('update_campaign_targeting', {
    campaign_id,
    mode: 'add',
    device_bid_modifiers: { MOBILE: 0.8 },
  });
  expect(notes[0]).toContain('MAXIMIZE_CONVERSIONS');
});

test('bid modifiers of locations are changed and taken back; one that is not targeted is refused', async () => {
  const campaign_id = await campaignIn('2840', '2276');
  const change = (location_bid_modifiers: Record<string, number>) => ({ campaign_id, location_bid_modifiers });
  await call('update_campaign_targeting', change({ 2840: 0.7, 2276: 1.5 }));
  const { applied } = await call('update_campaign_targeting', change({ 2840: 1 }));
  expect(applied.location_bid_modifiers).toEqual({ from: { 2276: 1.5, 2840: 0.7 }, to: { 2276: 1.5 } });
  const error = await refusal('update_campaign_targeting', change({ 2250: 1.5 }));
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'location_bid_modifiers.2250' });
  const gone = { ...change({ 2276: 2 }), mode: 'remove', location_ids: ['2276'] };
  expect(await refusal('update_campaign_targeting', gone)).toMatchObject({ field: 'location_bid_modifiers.2276' });
});

test('a campaign is aimed at visitors and kept from buyers; what for is never assumed', async () => {
  const { audiences } = await call('list_audiences');
  const idOf = (name: string) => audiences.find((audience: { name: string }) => audience.name === name).id;
  const { campaigns } = await call('list_campaigns', { name_contains: 'Brand' });
  const campaign_id = campaigns[0].id;
  const wish = {
    campaign_id,
    audience_ids: [idOf('Summer sale visitors')],
    excluded_audience_ids: [idOf('Buyers')],
  };
  expect(await refusal('update_campaign_targeting', wish)).toMatchObject({ field: 'audience_option' });
  const { targeting, names, applied } = await call('update_campaign_targeting', {
    ...wish,
    audience_option: 'OBSERVE',
  });
  expect(targeting).toMatchObject({ ...without(wish, 'campaign_id'), audience_option: 'OBSERVE' });
  expect(names[idOf('Buyers')]).toBe('Buyers');
  expect(Object.keys(applied)).toEqual(
    expect.arrayContaining(['audience_ids', 'excluded_audience_ids', 'audience_option']),
  );
  const { audiences: after } = await call('list_audiences', { name_contains: 'Buyers' });
  expect(after[0].used_by.campaigns).toMatchObject([{ id: campaign_id, excluded: true }]);
  const aimed = await call('update_campaign_targeting', { campaign_id, audience_option: 'TARGET' });
  expect(aimed).toMatchObject({ targeting: { audience_option: 'TARGET' }, notes: [expect.stringContaining('alone')] });
});

test('what audiences are for can be said before there are any', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH' });
  const campaign_id = campaigns.at(-1).id;
  const { applied, not_applied } = await call('update_campaign_targeting', { campaign_id, audience_option: 'OBSERVE' });
  expect(applied).toMatchObject({ audience_option: { to: 'OBSERVE' } });
  expect(not_applied).toEqual([]);
});

function without(fields: Record<string, unknown>, name: string) {
  const { [name]: _, ...rest } = fields;
  return rest;
}

test('hours of one digit are hours; an app without its shop is refused with how it is written', async () => {
  const campaign_id = await campaignIn('2840');
  const { targeting } = await call('update_campaign_targeting', {
    campaign_id,
    language_ids: ['fr'],
    ad_schedule: [{ day: 'MONDAY', from: '8:00', to: '18:00' }],
  });
  expect(targeting).toMatchObject({
    language_ids: ['1000', '1002'],
    ad_schedule: [{ day: 'MONDAY', from: '08:00', to: '18:00' }],
  });
  const wrong = await refusal('update_campaign_targeting', { campaign_id, excluded_apps: ['com.example.game'] });
  expect(wrong).toMatchObject({ field: 'excluded_apps.0' });
  expect(wrong.message).toContain('2-com.example.game');
});

test('of two replacements at the same time one stands as a whole', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'At once',
    budget: 5,
    contains_eu_political_advertising: false,
  });
  const campaign_id = campaign.id;
  const wishes = [['2840', '2276'], ['2756'], ['2250', '2380']];
  const each = wishes.map((location_ids) =>
    call('update_campaign_targeting', { campaign_id, mode: 'replace', location_ids }),
  );
  for (const { not_applied } of await Promise.all(each)) expect(not_applied).toEqual([]);
  const { targeting } = await call('get_campaign_targeting', { campaign_id });
  expect(wishes.map((ids) => ids.toSorted())).toContainEqual(targeting.location_ids.toSorted());
});

test('what locations and what audiences mean changes in one call', async () => {
  const campaign_id = await campaignIn('2840');
  const options = { location_option: 'PRESENCE', audience_option: 'OBSERVE' };
  const { targeting, not_applied } = await call('update_campaign_targeting', { campaign_id, ...options });
  expect(not_applied).toEqual([]);
  expect(targeting).toMatchObject(options);
});

const targetingOf = async (campaign_id: string) => (await call('get_campaign_targeting', { campaign_id })).targeting;

async function undoLast(): Promise<void> {
  const history = await service().call('workspace', 'list_history', { limit: 1 });
  const { change_id } = history.result.changes[0];
  const { result } = await service().call('workspace', 'undo_change', { change_id, preview: false });
  expect(result).toMatchObject({ undo: 'full', plans: [{ plan: { state: 'applied' } }] });
}

test('hours that are replaced without a modifier lose theirs, and undo brings it back', async () => {
  const campaign_id = await campaignIn('2840');
  const hours = { day: 'MONDAY', from: '08:00', to: '18:00' };
  const modified = [{ ...hours, modifier: 1.5 }];
  await call('update_campaign_targeting', { campaign_id, ad_schedule: [hours] });
  await call('update_campaign_targeting', { campaign_id, ad_schedule: modified });
  await undoLast();
  expect(await targetingOf(campaign_id)).toMatchObject({ ad_schedule: [hours] });
  await call('update_campaign_targeting', { campaign_id, ad_schedule: modified });
  const plain = { campaign_id, mode: 'replace', ad_schedule: [hours] };
  const { applied, not_applied } = await call('update_campaign_targeting', plain);
  expect({ applied, not_applied }).toEqual({
    applied: { ad_schedule: { from: modified, to: [hours] } },
    not_applied: [],
  });
  await undoLast();
  expect(await targetingOf(campaign_id)).toMatchObject({ ad_schedule: modified });
});

test('a location that is removed takes its bid modifier along, and undo brings both back', async () => {
  const campaign_id = await campaignIn('2840', '2276', '2250');
  await call('update_campaign_targeting', { campaign_id, location_bid_modifiers: { 2276: 1.5, 2250: 0.5 } });
  const modified = { location_ids: ['2250', '2276', '2840'], location_bid_modifiers: { 2250: 0.5, 2276: 1.5 } };
  const removal = { campaign_id, mode: 'remove', location_ids: ['2276'] };
  const { plan } = await call('update_campaign_targeting', { ...removal, preview: true });
  const went = { from: modified.location_bid_modifiers, to: { 2250: 0.5 } };
  expect(plan.difference.location_bid_modifiers).toEqual(went);
  const { applied, not_applied } = await call('update_campaign_targeting', removal);
  expect(applied.location_bid_modifiers).toEqual(went);
  expect(not_applied).toEqual([]);
  await undoLast();
  expect(await targetingOf(campaign_id)).toMatchObject(modified);
});

test('a location that came with a bid modifier goes again when that is undone', async () => {
  const campaign_id = await campaignIn('2840');
  await call('update_campaign_targeting', {
    campaign_id,
    location_ids: ['2276'],
    location_bid_modifiers: { 2276: 1.5, 2840: 0.9 },
  });
  await undoLast();
  expect(await targetingOf(campaign_id)).toMatchObject({ location_ids: ['2840'], location_bid_modifiers: {} });
});

test('a language that is named twice, by its code and in words, is one', async () => {
  const campaign_id = await campaignIn('2840');
  const { targeting } = await call('update_campaign_targeting', { campaign_id, language_ids: ['de', 'German', 'fr'] });
  expect(targeting.language_ids).toEqual(['1000', '1001', '1002']);
  const made = { budget: 5, contains_eu_political_advertising: false, language_ids: ['de', 'German', '1001', 'fr'] };
  const { campaign } = await call('create_campaign', { name: `twice ${Math.random()}`, ...made });
  expect((await targetingOf(campaign.id)).language_ids).toEqual(['1001', '1002']);
});

import { expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, fresh, NAMES } from '../changes.testing.ts';

const { codes, created, mutate, newAdGroup, newCampaign, one, together } = changesForTests();

test('137: labels have names of their own, are attached once, and are shown by what has them', async () => {
  const name = fresh('Season');
  const label = await created('labels', { name, textLabel: { backgroundColor: '#ff0000' } });
  expect(await codes('labels', { name })).toEqual(['labelError.DUPLICATE_NAME']);
  for (const bad of ['', 'x'.repeat(81)])
    expect(await codes('labels', { name: bad })).toEqual(['labelError.INVALID_LABEL_NAME']);
  const campaign = await newCampaign();
  const link = await created('campaignLabels', { campaign, label });
  expect(await codes('campaignLabels', { campaign, label })).toEqual(['campaignError.CAMPAIGN_LABEL_ALREADY_EXISTS']);
  const id = campaign.split('/').at(-1);
  const seen = () => one(`SELECT campaign.labels FROM campaign WHERE campaign.id = ${id}`);
  expect((await seen()).campaign.labels).toEqual([label]);
  expect((await one(`SELECT label.name, campaign.id FROM campaign_label WHERE campaign.id = ${id}`)).label.name).toBe(
    name,
  );
  expect((await mutate('campaignLabels', [{ remove: link }])).status).toBe(200);
  expect(codesOf(await mutate('campaignLabels', [{ remove: link }]))).toEqual([
    'campaignError.CAMPAIGN_LABEL_DOES_NOT_EXIST',
  ]);
  expect((await seen()).campaign.labels).toBeUndefined();
});

test('137: no label on a negative keyword, no more than fifty, and none that was removed', async () => {
  const adGroup = await newAdGroup();
  const negative = await created('adGroupCriteria', {
    adGroup,
    negative: true,
    keyword: { text: 'free', matchType: 'BROAD' },
  });
  const label = await created('labels', { name: fresh('L') });
  expect(await codes('adGroupCriterionLabels', { adGroupCriterion: negative, label })).toEqual([
    'labelError.CANNOT_APPLY_LABEL_TO_NEGATIVE_AD_GROUP_CRITERION',
  ]);
  const many = Array.from({ length: 51 }, (_, at) => -1 - at);
  const reply = await together(
    many.flatMap((at) => {
      const resourceName = `${NAMES}/labels/${at}`;
      return [
        { labelOperation: { create: { resourceName, name: fresh('L') } } },
        { adGroupLabelOperation: { create: { adGroup, label: resourceName } } },
      ];
    }),
  );
  expect(codesOf(reply)).toEqual(['labelError.EXCEEDED_LABEL_LIMIT_PER_TYPE']);
  await created('adGroupLabels', { adGroup, label });
  await mutate('labels', [{ remove: label }]);
  expect(await codes('adGroupLabels', { adGroup, label })).toEqual(['labelError.CANNOT_APPLY_INACTIVE_LABEL']);
  const id = adGroup.split('/').at(-1);
  expect((await one(`SELECT ad_group.labels FROM ad_group WHERE ad_group.id = ${id}`)).adGroup.labels).toBeUndefined();
});

test('138, 139: a shared set is made, filled and attached in one request, and stays while it is used', async () => {
  const campaign = await newCampaign();
  const sharedSet = `${NAMES}/sharedSets/-1`;
  const name = fresh('Never');
  const keyword = { text: 'free', matchType: 'PHRASE' };
  const reply = await together([
    { sharedSetOperation: { create: { resourceName: sharedSet, name, type: 'NEGATIVE_KEYWORDS' } } },
    { sharedCriterionOperation: { create: { sharedSet, keyword } } },
    { campaignSharedSetOperation: { create: { sharedSet, campaign } } },
  ]);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const made = reply.body.mutateOperationResponses[0].sharedSetResult.resourceName;
  const link = reply.body.mutateOperationResponses[2].campaignSharedSetResult.resourceName;
  const seen = await one(
    `SELECT shared_set.name, shared_set.member_count, shared_set.reference_count FROM shared_set WHERE shared_set.id = ${made.split('/').at(-1)}`,
  );
  expect(seen.sharedSet).toMatchObject({ name, memberCount: '1', referenceCount: '1' });
  expect(await codes('sharedSets', { name, type: 'NEGATIVE_KEYWORDS' })).toEqual(['sharedSetError.DUPLICATE_NAME']);
  await created('sharedSets', { name, type: 'NEGATIVE_PLACEMENTS' });
  expect(await codes('sharedSets', { name: fresh('B'), type: 'BRANDS' })).toEqual([
    'sharedSetError.CUSTOMER_CANNOT_CREATE_SHARED_SET_OF_THIS_TYPE',
  ]);
  expect(await codes('sharedCriteria', { sharedSet: made, placement: { url: 'example.com' } })).toEqual([
    'sharedCriterionError.CRITERION_TYPE_NOT_ALLOWED_FOR_SHARED_SET_TYPE',
  ]);
  expect(await codes('campaignSharedSets', { sharedSet: made, campaign })).toEqual([
    'mutateError.RESOURCE_ALREADY_EXISTS',
  ]);
  expect(codesOf(await mutate('sharedSets', [{ remove: made }]))).toEqual(['sharedSetError.SHARED_SET_IN_USE']);
  await mutate('campaignSharedSets', [{ remove: link }]);
  expect((await mutate('sharedSets', [{ remove: made }])).status).toBe(200);
  expect(await codes('sharedCriteria', { sharedSet: made, keyword })).toEqual(['sharedSetError.SHARED_SET_REMOVED']);
  const renamed = { update: { resourceName: made, name: 'x' }, updateMask: 'name' };
  expect(codesOf(await mutate('sharedSets', [renamed]))).toEqual(['sharedSetError.SHARED_SET_REMOVED']);
});

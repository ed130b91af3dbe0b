import { expect, test } from 'vitest';
import { creating, operationBody, removing, updating } from './operation.ts';

test('the mask of an update names exactly the values it sets and the ones it clears', () => {
  const update = updating('campaign', 'customers/1/campaigns/2', {
    name: 'B',
    endDateTime: null,
    maximizeConversions: { targetCpaMicros: '1', other: null },
    finalUrls: ['https://a.example'],
  });
  expect(operationBody(update)).toEqual({
    campaignOperation: {
      update: {
        resourceName: 'customers/1/campaigns/2',
        name: 'B',
        maximizeConversions: { targetCpaMicros: '1' },
        finalUrls: ['https://a.example'],
      },
      updateMask: 'name,endDateTime,maximizeConversions.targetCpaMicros,maximizeConversions.other,finalUrls',
    },
  });
});

test('creates and removals carry no mask', () => {
  expect(operationBody(creating('adGroup', { name: 'A' }))).toEqual({ adGroupOperation: { create: { name: 'A' } } });
  expect(operationBody(removing('adGroupCriterion', 'x'))).toEqual({ adGroupCriterionOperation: { remove: 'x' } });
});

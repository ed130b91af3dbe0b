import { describe, expect, test } from 'vitest';
import { assetProblems } from './asset-group.ts';
import { targetingOperations, targetingProblems, wantedTargeting } from './targeting.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and replies of any shape
type Any = any;

describe('targeting', () => {
  const slot = (more: object = {}) => ({ day: 'MONDAY', from: '09:00', to: '17:00', ...more }) as Any;

  test.each<[string, Any, Any, string]>([
    [
      'a place that is excluded too',
      { location_ids: ['1'], excluded_location_ids: ['1'] },
      'add',
      'location_ids.0 1 is also in excluded_location_ids',
    ],
    [
      'hours in the wrong order',
      { ad_schedule: [slot({ from: '17:00', to: '17:00' })] },
      'add',
      'ad_schedule.0.to must be after from',
    ],
    [
      'a modifier of hours that go',
      { ad_schedule: [slot({ modifier: 1.2 })] },
      'remove',
      'ad_schedule.0.modifier cannot be given with mode remove',
    ],
    ['the same twice', { language_ids: ['1', '2', '1'] }, 'add', 'language_ids.2 is the same as language_ids.0'],
    [
      'the same hours twice',
      { ad_schedule: [slot(), slot({ modifier: 2 })] },
      'replace',
      'ad_schedule.1 is the same as ad_schedule.0',
    ],
    [
      'an empty list',
      { language_ids: [] },
      'add',
      'language_ids is empty; only mode replace takes an empty list, to remove all',
    ],
  ])('%s is refused', (_, lists, mode, expected) => {
    expect(targetingProblems(lists, mode).map(({ field, message }) => `${field} ${message}`)).toEqual([expected]);
  });

  test('nothing is sent for devices and hours that are so already', () => {
    const rows = [
      { resourceName: 'd', device: { type: 'MOBILE' }, bidModifier: 1.2 },
      {
        resourceName: 's',
        adSchedule: { dayOfWeek: 'MONDAY', startHour: 9, startMinute: 'ZERO', endHour: 17, endMinute: 'ZERO' },
        bidModifier: 1.1,
      },
      { resourceName: 'l', location: { geoTargetConstant: 'geoTargetConstants/7' }, negative: false },
    ] as Any;
    const send = (wish: object) =>
      targetingOperations('customers/1/campaigns/5', rows, {
        mode: 'add',
        lists: {},
        devices: {},
        locations: {},
        ...wish,
      } as Any);
    expect(
      send({ devices: { MOBILE: 1.2 }, lists: { ad_schedule: [slot({ modifier: 1.1 })] }, locations: { 7: 1 } }),
    ).toEqual([]);
    expect(send({ devices: { MOBILE: 1.3 } })).toHaveLength(1);
    expect(send({ lists: { location_ids: ['8'] }, locations: { 7: 1.5 } })).toHaveLength(2);
    expect(JSON.stringify(send({ lists: { ad_schedule: [slot({ modifier: 1.5 })] } }))).toContain('1.5');
    expect(() => send({ mode: 'replace', lists: { location_ids: ['8'] }, locations: { 7: 1.5 } })).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          problems: [{ field: 'location_bid_modifiers.7', message: '7 is not in location_ids' }],
        }),
      }),
    );
  });

  test('hours that stay keep the modifier that is not named', () => {
    const before = { ad_schedule: [slot({ modifier: 1.2 })] } as Any;
    const wanted = (entry: Any) =>
      wantedTargeting(before, { mode: 'add', lists: { ad_schedule: [entry] }, devices: {}, locations: {} } as Any)
        .ad_schedule;
    expect(wanted(slot())).toEqual([slot({ modifier: 1.2 })]);
    expect(wanted(slot({ modifier: 1.5 }))).toEqual([slot({ modifier: 1.5 })]);
    expect(wanted(slot({ modifier: 1 }))).toEqual([slot()]);
  });
});

test('an asset group has as many assets of each kind as fit, and those of the brand at the campaign', () => {
  const of = (brand: boolean, ...types: string[]) =>
    assetProblems(types.map((field_type) => ({ field_type })) as Any, brand).map(({ message }) => message);
  expect(of(true, 'LOGO')).toContain('LOGO belongs to the campaign, because it has brand guidelines');
  expect(of(true).join()).not.toContain('LOGO');
  expect(of(false, ...Array.from({ length: 16 }, () => 'HEADLINE'))).toContain('HEADLINE: at most 15 fit, 16 given');
  expect(of(false).join()).toContain('HEADLINE: at least 3 needed, 0 given');
});

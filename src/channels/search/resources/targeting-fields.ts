import { z } from 'zod';
import { Id, oneLine } from '../../../tools/fields.ts';
import { Language } from './language.ts';

export const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
const DEVICES = ['DESKTOP', 'MOBILE', 'TABLET', 'CONNECTED_TV'] as const;
const AGES = ['18_24', '25_34', '35_44', '45_54', '55_64', '65_UP', 'UNDETERMINED'] as const;
const GENDERS = ['MALE', 'FEMALE', 'UNDETERMINED'] as const;

const Time = z
  .string()
  .refine(
    (time) => /^(?:[01]?\d|2[0-3]):(?:00|15|30|45)$|^24:00$/.test(time),
    'must be a time of day in quarters of an hour, such as 08:15',
  )
  .transform((time) => time.padStart(5, '0'));

const Ids = z.array(Id).max(1000).optional();

const App = oneLine(250).refine(
  (app) => /^(1-\d+|2-[A-Za-z][\w.]*)$/.test(app),
  'must be 1- and the number in the App Store, or 2- and the Android package: 2-com.example.game',
);

/** What a campaign is aimed at, each list by the name it is shown and changed by. */
export const targetingLists = {
  location_ids: Ids.describe('From search_locations; without any it is shown everywhere'),
  excluded_location_ids: Ids.describe('Where it is not shown'),
  language_ids: z.array(Language).max(1000).optional().describe('Such as de'),
  ad_schedule: z
    .array(
      z.strictObject({
        day: z.enum(DAYS).describe('Day of the week'),
        from: Time.describe('08:00'),
        to: Time.describe('18:00; 24:00 ends the day'),
        modifier: z.number().min(0.1).max(10).optional().describe('1.2 bids 20 % more'),
      }),
    )
    .max(42)
    .optional()
    .describe('When it is shown, in the time zone of the account; without any always'),
  excluded_placements: z.array(oneLine(250)).max(1000).optional().describe('Websites: example.com'),
  excluded_apps: z.array(App).max(1000).optional().describe('1-<App Store id> or 2-<Android package>'),
  excluded_ages: z.array(z.enum(AGES)).max(AGES.length).optional().describe('Years, or UNDETERMINED'),
  excluded_genders: z.array(z.enum(GENDERS)).max(GENDERS.length).optional().describe('Likewise'),
  audience_ids: Ids.describe('From list_audiences; with audience_option'),
  excluded_audience_ids: Ids.describe('Such as buyers'),
};

/** Devices are always there: their modifiers are set, never added or removed. */
export const deviceModifiers = z
  .partialRecord(z.enum(DEVICES), z.number().min(0).max(10))
  .optional()
  .describe('{"MOBILE": 0.8}: 20 % less; 0: not shown there');

export const locationModifiers = z
  .record(Id, z.number().min(0.1).max(10))
  .optional()
  .describe('By id of a targeted location: {"2840": 1.2} bids 20 % more; 1: as elsewhere');

export const locationOption = z
  .enum(['PRESENCE', 'PRESENCE_OR_INTEREST'])
  .optional()
  .describe('People who are in the locations, or also those interested in them');

export const audienceOption = z
  .enum(['TARGET', 'OBSERVE'])
  .optional()
  .describe('Shown to the audiences alone, or to all and the audiences only counted');

const Lists = z.object(targetingLists);
export type Lists = z.output<typeof Lists>;
export type List = keyof Lists;
export type Schedule = NonNullable<Lists['ad_schedule']>[number];

export const LISTS = Object.keys(targetingLists) as List[];
export type Mode = 'add' | 'remove' | 'replace';

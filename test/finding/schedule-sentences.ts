import type { Sentence } from './sentences.ts';

/** About reports that come by themselves, and changes at an hour. The index may be improved by what it misses of these. */
export const SCHEDULE_SENTENCES: readonly Sentence[] = [
  ['email me the numbers every monday morning', 'workspace_create_schedule'],
  ['i want a weekly report in my inbox', 'workspace_create_schedule'],
  ['mail the boss a monthly summary on the first', 'workspace_create_schedule'],
  ['set up a daily performance mail at 8', 'workspace_create_schedule'],
  ['which automatic reports go out', 'workspace_list_schedules'],
  ['when does the next weekly report come', 'workspace_list_schedules'],
  ['stop mailing me that report', 'workspace_delete_schedule'],
  ['no more monday mails please', 'workspace_delete_schedule'],
  ['raise the budget on friday at 6 pm', 'workspace_schedule_change'],
  ['pause the campaign tonight at midnight', 'workspace_schedule_change'],
  ['double the budget over the weekend, then back to normal', 'workspace_schedule_change'],
  ['turn the black friday ads on at 00:00 on the 27th', 'workspace_schedule_change'],
  ['what changes are lined up for tomorrow', 'workspace_list_scheduled_changes'],
  ['did the midnight change go through', 'workspace_list_scheduled_changes'],
  ["don't do the friday raise after all", 'workspace_cancel_scheduled_change'],
  ['call off the change planned for midnight', 'workspace_cancel_scheduled_change'],
];

/** Never used to improve it. */
export const HELD_OUT_SCHEDULE_SENTENCES: readonly Sentence[] = [
  ['send the team a report each week', 'workspace_create_schedule'],
  ['every first of the month i need the comparison by mail', 'workspace_create_schedule'],
  ['show the recurring reports', 'workspace_list_schedules'],
  ['remove the weekly report mail', 'workspace_delete_schedule'],
  ['lower the bids tomorrow at 9', 'workspace_schedule_change'],
  ['at midnight switch the campaign off', 'workspace_schedule_change'],
  ['which changes are still going to happen later', 'workspace_list_scheduled_changes'],
  ['cancel the scheduled budget increase', 'workspace_cancel_scheduled_change'],
];

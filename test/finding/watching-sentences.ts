import type { Sentence } from './sentences.ts';

/** What marketers say of monitors and alerts. */
export const WATCHING_SENTENCES: readonly Sentence[] = [
  ['warn me when a campaign spends twice as much as usual', 'workspace_create_monitor'],
  ['alert me if conversions stop coming in', 'workspace_create_monitor'],
  ['let me know when an ad gets rejected', 'workspace_create_monitor'],
  ['notify me before the token expires', 'workspace_create_monitor'],
  ['keep an eye on the click rate and tell me when it drops', 'workspace_create_monitor'],
  ['set up an alert for cost per conversion', 'workspace_create_monitor'],
  ['pause the campaign automatically when spend spikes', 'workspace_create_monitor'],
  ['what are we watching', 'workspace_list_monitors'],
  ['which monitors do we have', 'workspace_list_monitors'],
  ['show me the alert rules', 'workspace_list_monitors', 'workspace_list_alerts'],
  ['make the spend alert less sensitive', 'workspace_update_monitor'],
  ['change the threshold of the monitor to three times', 'workspace_update_monitor'],
  ['delete the monitor for the summer campaign', 'workspace_delete_monitor'],
  ['stop watching the brand campaign', 'workspace_delete_monitor', 'workspace_update_monitor'],
  ['how often would this alert have fired in the last three months', 'workspace_test_monitor'],
  ['try the monitor on past days', 'workspace_test_monitor'],
  ['which alerts are firing', 'workspace_list_alerts'],
  ['what went wrong over night', 'workspace_list_alerts'],
  ['any alerts since yesterday', 'workspace_list_alerts'],
  ['i have seen this alert', 'workspace_acknowledge_alert'],
  ['acknowledge the spend alert, it was planned', 'workspace_acknowledge_alert'],
  ['mute this alert', 'workspace_acknowledge_alert', 'workspace_update_monitor'],
];

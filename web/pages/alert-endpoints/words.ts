import type { Endpoint } from '../../api/endpoints.ts';

/** A test, and that another endpoint was switched off, reach every endpoint and cannot be chosen. */
export type EventName = Exclude<Endpoint['events'][number], `endpoint.${string}`>;

const ABOUT: Readonly<Record<EventName, { name: string; about: string }>> = {
  'alert.firing': { name: 'An alert fires', about: 'once a state, at most one message a day' },
  'alert.resolved': { name: 'An alert is resolved', about: 'once' },
  'plan.waiting': { name: 'A plan waits for a person', about: 'when it begins to wait' },
  'limit.reached': { name: 'A spend limit refuses a change', about: 'with the limit' },
  'change.unknown': { name: 'An outcome is unknown', about: 'a platform’s answer was lost' },
  'change.not_applied': { name: 'A scheduled change is not made', about: 'with the reason' },
  'change.applied': { name: 'A change is made', about: 'each one: many' },
  'lead.received': { name: 'A lead arrives', about: 'without what the person wrote' },
  'report.ready': { name: 'A scheduled report', about: 'table, CSV and chart' },
  'report.failed': { name: 'A scheduled report fails', about: 'with the reason' },
};

/** What an endpoint can be told of, in the order a person would choose. */
export const EVENTS = Object.entries(ABOUT).map(([type, words]) => ({ type: type as EventName, ...words }));

export const KINDS = [
  { kind: 'webhook', name: 'Webhook', address: 'https://example.com/hooks/adhelm', label: 'URL' },
  { kind: 'email', name: 'E-mail', address: 'name@example.com', label: 'Address' },
  { kind: 'slack', name: 'Slack', address: 'https://hooks.slack.com/services/…', label: 'Incoming webhook URL' },
  { kind: 'teams', name: 'Teams', address: 'https://….logic.azure.com/workflows/…', label: 'Workflow URL' },
] as const;
export type Kind = (typeof KINDS)[number]['kind'];

export const kindName = (kind: string): string => KINDS.find((one) => one.kind === kind)?.name ?? kind;

/** What an endpoint can be told of, in the order a person would choose. */
export const EVENTS: readonly { type: string; name: string; about: string }[] = [
  { type: 'alert.firing', name: 'An alert fires', about: 'once a state, at most one message a day' },
  { type: 'alert.resolved', name: 'An alert is resolved', about: 'once' },
  { type: 'plan.waiting', name: 'A plan waits for a person', about: 'when it begins to wait' },
  { type: 'limit.reached', name: 'A spend limit refuses a change', about: 'with the limit' },
  { type: 'change.unknown', name: 'An outcome is unknown', about: 'a platform’s answer was lost' },
  { type: 'change.applied', name: 'A change is made', about: 'each one: many' },
  { type: 'lead.received', name: 'A lead arrives', about: 'without what the person wrote' },
  { type: 'report.ready', name: 'A scheduled report', about: 'table, CSV and chart' },
];

export const KINDS = [
  { kind: 'webhook', name: 'Webhook', address: 'https://example.com/hooks/adhelm', label: 'URL' },
  { kind: 'email', name: 'E-mail', address: 'name@example.com', label: 'Address' },
  { kind: 'slack', name: 'Slack', address: 'https://hooks.slack.com/services/…', label: 'Incoming webhook URL' },
  { kind: 'teams', name: 'Teams', address: 'https://….logic.azure.com/workflows/…', label: 'Workflow URL' },
] as const;
export type Kind = (typeof KINDS)[number]['kind'];

export const kindName = (kind: string): string => KINDS.find((one) => one.kind === kind)?.name ?? kind;

import type { EventType } from './events.ts';

export const ENDPOINT_KINDS = ['webhook', 'email', 'slack', 'teams'] as const;
type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/** An endpoint without its secrets. */
export interface Endpoint {
  id: string;
  workspaceId: string;
  kind: EndpointKind;
  name: string;
  /** Host and last four characters of a URL, or the mail address. */
  address: string;
  events: EventType[];
  state: 'on' | 'off';
  offBecause: string | undefined;
  failingSince: number | undefined;
  deliveredAt: number | undefined;
  /** Until when the secret before the last rotation is signed with, too. */
  previousSecretUntil: number | undefined;
  createdAt: number;
  createdBy: string;
}

export interface NewEndpoint {
  workspaceId: string;
  organizationId: string;
  kind: EndpointKind;
  name: string;
  /** A URL, or a mail address. */
  address: string;
  /** Left out: all of them. */
  events?: readonly EventType[] | undefined;
}

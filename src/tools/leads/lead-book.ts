import type { Lead } from './leads.ts';

/** Where leads come from: an account of a channel. */
export interface LeadPlace {
  channel: string;
  account: string;
}

/** How far the leads of an account have been read. */
export interface LeadPull {
  /** When the newest lead that was ever read was submitted, by the platform's clock; undefined: there was none. */
  readTo: number | undefined;
  /** When the last whole reading began, by our clock. */
  at: number;
}

/** A lead without what the person wrote. */
export interface KeptLead extends LeadPlace, Omit<Lead, 'answers' | 'consents'> {
  /** The questions that were answered. */
  fields: readonly string[];
}

/** What the person wrote. */
export type LeadContents = Pick<Lead, 'answers' | 'consents'>;

export interface LeadQuery {
  since?: number | undefined;
  form?: string | undefined;
  campaign?: string | undefined;
  limit: number;
  /** Where the page before ended. */
  after?: string | undefined;
}

/** The leads of a workspace, as its tools reach them. Those of a sandbox connection and of a live one are kept apart. */
export interface LeadBook {
  /** For how many days leads are kept. */
  readonly keptDays: number;
  lastPull(place: LeadPlace): Promise<LeadPull | undefined>;
  /** Keeps those that are new and were not erased, and with them, in one step, how far was read. */
  keep(place: LeadPlace, leads: readonly Lead[], pull?: LeadPull): Promise<void>;
  /** The leads of all places together, the newest first. */
  page(places: readonly LeadPlace[], query: LeadQuery): Promise<{ items: readonly KeptLead[]; next?: string }>;
  /** A lead by the platform's id, to tell the platform later what became of it. */
  find(channel: string, leadId: string): Promise<KeptLead | undefined>;
  /** Fails when the caller may not see personal data. Each reading of contents is recorded in the audit log. */
  contents(): LeadContentsReader;
}

interface LeadContentsReader {
  /** In the order of the leads; undefined where one was removed meanwhile. */
  of(leads: readonly KeptLead[]): Promise<readonly (LeadContents | undefined)[]>;
}

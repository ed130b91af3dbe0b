/** The rows about leads, with times and flags as in `tables.ts`. */
export interface LeadTables {
  leads: LeadRow;
  lead_accounts: LeadAccountRow;
  lead_marks: { workspace_id: string; mark: string; channel: string; mode: ConnectionMode; lead_id: string };
  erased_leads: { workspace_id: string; channel: string; mode: ConnectionMode; lead_id: string; erased_at: number };
  lead_pulls: LeadPullRow;
  lead_addresses: LeadAddressRow;
  lead_pushes: { workspace_id: string; channel: string; mark: string; seen_at: number };
}

type ConnectionMode = 'sandbox' | 'live';

export interface LeadRow {
  workspace_id: string;
  channel: string;
  mode: ConnectionMode;
  /** The platform's own. */
  lead_id: string;
  /** The one that it was first read for. */
  account: string;
  form_id: string;
  campaign_id: string | null;
  ad_group_id: string | null;
  ad_id: string | null;
  /** By the platform's clock. */
  submitted_at: number;
  kept_at: number;
  is_test: number;
  /** JSON array of the questions that were answered. */
  fields: string;
  /** JSON object of click ids. */
  click: string | null;
  /** Answers and consents, sealed by the vault. */
  contents: Uint8Array;
}

/** An account that a lead is listed under. */
interface LeadAccountRow {
  workspace_id: string;
  channel: string;
  mode: ConnectionMode;
  lead_id: string;
  account: string;
  /** As in `leads`, for the order of the list. */
  submitted_at: number;
}

interface LeadPullRow {
  workspace_id: string;
  channel: string;
  mode: ConnectionMode;
  account: string;
  /** When the newest lead that was read was submitted, by the platform's clock. */
  read_to: number | null;
  /** When the last whole reading began. */
  pulled_at: number;
}

/** An address of ours that a platform sends "there is a new lead" to. */
interface LeadAddressRow {
  workspace_id: string;
  channel: string;
  /** HMAC-SHA-256 of the address's token, hex. */
  digest: string;
  /** JSON of the token and the text shared with the platform, sealed by the vault. */
  secrets: Uint8Array;
  created_at: number;
  created_by: string;
}

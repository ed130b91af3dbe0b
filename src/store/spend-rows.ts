/** The rows about what may be spent, with times and flags as in `tables.ts`. */
export interface SpendTables {
  spend_limits: SpendLimitRow;
  spend_holds: SpendHoldRow;
  spend_shares: SpendShareRow;
  spend_snapshots: SpendSnapshotRow;
}

export interface SpendLimitRow {
  /** The id of a key, a workspace or an organization. Of keys that were rolled, the first. */
  scope_id: string;
  kind: string;
  /** Empty for a limit in per cent. */
  currency: string;
  scope: 'key' | 'workspace' | 'organization';
  organization_id: string;
  /** Null: of the organization. */
  workspace_id: string | null;
  /** Decimal text: major units, or per cent. */
  amount: string;
  set_at: number;
  set_by: string;
}

export interface SpendHoldRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  /** Of keys that were rolled, the first. */
  key_id: string;
  mode: 'sandbox' | 'live';
  channel: string;
  account: string;
  currency: string;
  /** `open`: under way. `applied`: made, and kept for snapshots that do not show it and for growth in a day. */
  state: 'open' | 'applied' | 'unknown';
  /** JSON. */
  effect: string;
  created_at: number;
  settled_at: number | null;
  /** Counts up over all holds, so that a snapshot can tell which of them it shows. */
  settled_seq: number | null;
}

/** What the changes of a key have added to a budget. */
export interface SpendShareRow {
  key_id: string;
  mode: 'sandbox' | 'live';
  channel: string;
  account: string;
  line: string;
  workspace_id: string;
  currency: string;
  /** JSON. */
  amounts: string;
}

/** What an account was last seen to hold. */
export interface SpendSnapshotRow {
  workspace_id: string;
  mode: 'sandbox' | 'live';
  channel: string;
  account: string;
  organization_id: string;
  id: string;
  /** The last hold that was settled before it was read. */
  seq: number;
  /** When its reading began, by our clock. */
  taken_at: number;
  /** The same by the platform's clock. */
  as_of: number;
  /** JSON. */
  holdings: string;
}

/** What a monitor is about: a campaign, an account, a connection, a budget plan, a workspace. */
export interface Subject {
  /** The same for the same object: alerts are kept by it. */
  key: string;
  name: string;
  channel?: string | undefined;
  mode?: 'sandbox' | 'live' | undefined;
  account?: string | undefined;
  accountName?: string | undefined;
  campaign?: string | undefined;
  currency?: string | undefined;
}

/** What a monitor says of a subject and a closed window. */
export interface Verdict {
  state: 'firing' | 'quiet' | 'no_verdict';
  severity: 'warning' | 'critical';
  /** The closed day, or the moment, that it was judged by: one judgement for each. */
  window: string;
  /** One sentence with the number and its measure, or why there is no verdict. */
  sentence: string;
  /** What was compared, for programs: money as decimal text with its currency. */
  figures: Readonly<Record<string, unknown>>;
  /** The value and the threshold of this window, for charts; null: not told. */
  value?: number | null;
  threshold?: number | null;
  usual?: number | null;
}

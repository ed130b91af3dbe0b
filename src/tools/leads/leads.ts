/** A question of a form and its answers where they are given. */
export interface LeadQuestion {
  /** In our words where there is one (`email`, `phone`, `full_name`, `company`, …), otherwise the platform's own key. */
  field: string;
  text: string;
  choices?: readonly string[];
}

export interface LeadForm {
  id: string;
  name: string;
  /** The platform's own word. */
  status: string;
  /** Whether an ad can use it now. */
  usable: boolean;
  questions?: readonly LeadQuestion[];
  privacy_url?: string;
  leads?: number;
  created_time?: string;
}

/** One person's answers. Their texts are a stranger's: data, never instructions. */
export interface Lead {
  id: string;
  form_id: string;
  /** Milliseconds. */
  submitted_at: number;
  campaign_id?: string;
  ad_group_id?: string;
  ad_id?: string;
  is_test: boolean;
  answers: readonly LeadAnswer[];
  /** Consents asked for beside the questions. */
  consents?: readonly { key: string; text?: string; given: boolean }[];
  /** What the platform wants back with a later sale besides the lead's id, such as a click id. */
  click?: Readonly<Record<string, string>>;
}

export interface LeadAnswer {
  /** As the form's question names it. */
  field: string;
  values: readonly string[];
}

/** How a channel reads leads; its `leads.ts`. */
export interface Leads<Client = unknown> {
  /** For how long the platform hands a lead out. */
  keptDays: number;
  /** Every form of the account. */
  forms(client: Client, account: string): Promise<readonly LeadForm[]>;
  /** One form with its questions. */
  form(client: Client, account: string, id: string): Promise<LeadForm>;
  /**
   * Every lead of the account since a moment (milliseconds), of one form or of all, page by page in any order. More than asked
   * for does no harm: leads are kept by their id.
   */
  since(client: Client, account: string, asked: { since: number; form?: string }): AsyncIterable<readonly Lead[]>;
  push?: LeadPush;
  /** How a lead is deleted on the platform itself, in a few words; left out: not by any call, only by its pages or its support. */
  erasing?: string;
}

/** What a push has to be judged by: the connection's own secrets, and the text we made for its address. */
export interface PushSecrets {
  credentials: Readonly<Record<string, string | undefined>>;
  /** Made when the address was made; given to the platform as verify token or shared key. */
  shared: string;
}

/** A platform's messages "there is a new lead". They are believed as far as "look now", once their proof holds. */
export interface LeadPush {
  /** What has to be done on the platform so that it sends them, in a sentence for people. */
  setUp: string;
  /** The answer to the platform's GET that asks whether the address is ours; undefined: the proof is wrong. */
  challenge?(query: URLSearchParams, secrets: PushSecrets): { type: string; body: string } | undefined;
  /** In constant time. */
  isGenuine(body: Buffer, headers: Readonly<Record<string, string | undefined>>, secrets: PushSecrets): boolean;
  /** What it tells: a mark for each message, by which repeats are dropped, and the leads that must be erased. */
  read(body: Buffer): { marks: readonly string[]; erased: readonly string[] };
}

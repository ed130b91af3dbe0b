import type { z } from 'zod';
import type { Money } from './money.ts';

/** What a campaign is for, in words of all platforms. */
export const PLAN_OBJECTIVES = [
  'awareness',
  'traffic',
  'engagement',
  'video_views',
  'leads',
  'app_installs',
  'sales',
] as const;
export type PlanObjective = (typeof PLAN_OBJECTIVES)[number];

/** An amount in major units, exact. */
export interface PlannedBudget extends Money {
  per: 'day' | 'total';
}

/** Where a value stands in the sheet (`Plan!F7`), by field of the object. What comes from defaults is not in it. */
export type PlanCells = Readonly<Record<string, string>>;

export interface PlannedAd {
  name: string;
  /** A creative or post that exists, by its id on the platform. */
  creativeId?: string | undefined;
  /** A picture or video that was uploaded before, by its id on the platform. */
  mediaId?: string | undefined;
  headlines: readonly string[];
  texts: readonly string[];
  /** With the workspace's tracking parameters. */
  landingPage?: string | undefined;
  /** The platform's own word for the label of the button. */
  button?: string | undefined;
  cells: PlanCells;
}

/** An ad set, ad group or asset group. */
export interface PlannedGroup {
  name: string;
  /** Only where rows of one campaign have budgets each. */
  budget?: PlannedBudget | undefined;
  start?: string | undefined;
  end?: string | undefined;
  /** Most for a click or a result, in major units of the account's currency. */
  bid?: string | undefined;
  keywords: readonly string[];
  /** ISO 3166-1, two letters. */
  countries: readonly string[];
  /** ISO 639-1. */
  languages: readonly string[];
  ages?: { from: number; to?: number | undefined } | undefined;
  genders?: 'all' | 'women' | 'men' | undefined;
  /** Audiences of the account, by their ids. */
  audienceIds: readonly string[];
  ads: readonly PlannedAd[];
  cells: PlanCells;
}

/** A campaign as a sheet wants it: its rows together, with the workspace's defaults. It has at least one group. */
export interface PlannedCampaign {
  account: string;
  /** That of the account; budgets are in it. */
  currency: string;
  name: string;
  /** Professional: the campaign group that it is in. */
  container?: string | undefined;
  objective?: PlanObjective | undefined;
  /** The platform's own word for its kind, as the sheet has it: Performance Max. */
  type?: string | undefined;
  /** Undefined where the groups hold the budgets. */
  budget?: PlannedBudget | undefined;
  /** Days in the account's zone. */
  start?: string | undefined;
  end?: string | undefined;
  groups: readonly PlannedGroup[];
  cells: PlanCells;
}

/** A campaign that the account has, not deleted. Names are as the platform has them. */
export interface RunningCampaign {
  id: string;
  name: string;
  container?: { id: string; name: string } | undefined;
  status: 'on' | 'paused' | 'ended' | 'other';
  objective?: PlanObjective | undefined;
  budget?: PlannedBudget | undefined;
  start?: string | undefined;
  end?: string | undefined;
  groups: readonly RunningGroup[];
  /** What only the channel itself understands and needs again in `changing`. */
  own?: Readonly<Record<string, string>> | undefined;
}

export interface RunningGroup {
  id: string;
  name: string;
  status: RunningCampaign['status'];
  budget?: PlannedBudget | undefined;
  start?: string | undefined;
  end?: string | undefined;
  ads: number;
}

/** Stands in a call's arguments for an id that an earlier call of the same campaign makes. */
export interface MadeId {
  made: string;
}

/** A call of one of the channel's own tools. */
export interface PlannedCall {
  /** Unique in its campaign and the same in every reading: `campaign`, `group 2`, `ad 2.1`. */
  key: string;
  level: 'container' | 'campaign' | 'group' | 'ad' | 'part';
  name: string;
  tool: string;
  /** Of the tool, without the account; values of type `MadeId` anywhere in it. */
  arguments: Readonly<Record<string, unknown>>;
  /** Where the reply has the id that later calls need: `['campaign', 'id']`. */
  makes?: readonly string[] | undefined;
  /** Argument → field of the planned campaign that it comes from (`budget`, `groups.1.ads.0.headlines`): refusals are told in that cell. */
  from: Readonly<Record<string, string>>;
  /** Of a change: what moves, by field of the planned campaign. */
  difference?: Readonly<Record<string, { from: unknown; to: unknown }>> | undefined;
}

/** What mends a problem: another value, a new campaign, defaults, a connection, a limit or rule, or checking again. */
export const PROBLEM_KINDS = [
  'value',
  'exists',
  'defaults',
  'connection',
  'limit',
  'rule',
  'unchecked',
  'moved',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export interface PlannedProblem {
  /** Of the planned campaign: `budget`, `groups.0.ads.1.headlines`. */
  field: string;
  /** A whole sentence. */
  message: string;
  /** What would be right, in words. */
  allowed?: string | undefined;
  /** `stop`: the campaign cannot be made so. `look`: it can, but somebody should know. */
  level: 'stop' | 'look';
  /** `value` when left out. */
  kind?: ProblemKind | undefined;
  /** The one value that would be right, as a person would write it into the cell; only where there is just one. */
  repair?: string | undefined;
}

export interface PlannedCalls {
  calls: readonly PlannedCall[];
  problems: readonly PlannedProblem[];
}

/** What campaigns of the platform are made in: a campaign group. */
export interface PlanContainer {
  id: string;
  name: string;
  /** What only the channel itself understands. */
  own?: Readonly<Record<string, string>> | undefined;
}

export interface PlanningContext {
  /** Checked by the channel's `defaults`. */
  defaults: Readonly<Record<string, unknown>>;
  /** The day it is in the account's zone. */
  today: string;
  /** Those of the account, on channels with `containers`. */
  containers?: readonly PlanContainer[] | undefined;
  /** The account's zone by its IANA name. A channel whose platform takes moments stops days without it. */
  zone?: string | undefined;
}

/** What a channel declares, in `media-plan.ts`, so that campaigns can be made from spreadsheets. */
export interface MediaPlanning<Client = unknown> {
  /** What its campaigns have in common in a workspace (page, identity, pixel, declarations): optional fields, each described. */
  defaults: z.ZodObject;
  /** Each group of a sheet's campaign is a campaign of its own, in a container with the campaign's name. */
  groupsAreCampaigns?: true;
  /** The containers of an account that can take campaigns, all pages. */
  containers?(client: Client, account: string, signal: AbortSignal): Promise<readonly PlanContainer[]>;
  /** The calls that make a campaign, paused, in the order that the platform needs; or what keeps from it. Makes no request. */
  creating(campaign: PlannedCampaign, context: PlanningContext): PlannedCalls;
  /** The campaigns of an account with their groups, all pages. */
  running(client: Client, account: string, signal: AbortSignal): Promise<readonly RunningCampaign[]>;
  /**
   * The calls that bring a running campaign to what the sheet says, none where it is so already. Only fields with a cell are
   * compared: what comes from defaults changes nothing that exists. Missing groups are made. Never changes a status.
   */
  changing(running: RunningCampaign, campaign: PlannedCampaign, context: PlanningContext): PlannedCalls;
  /** The least that a campaign made this way may have a day; undefined: the platform tells none. */
  leastDailyBudget(client: Client, account: string, signal: AbortSignal): Promise<Money | undefined>;
  /** Groups can hold budgets of their own; left out: only campaigns can. */
  groupBudgets?: true;
}

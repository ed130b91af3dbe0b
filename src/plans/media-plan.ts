import type { SheetPlan, SheetPlanRequest } from '../tools/media-plan-desk.ts';
import type { PlannedCall, PlannedCampaign, RunningCampaign } from '../tools/media-planning.ts';

/** The cells of a range, as the sheet shows them. */
export interface ReadCells {
  tab: string;
  /** Of the first cell, counted from 0. */
  firstRow: number;
  firstColumn: number;
  shown: readonly (readonly string[])[];
}

/** One campaign of a media plan, and the calls that make or change it. */
export interface MediaPlanMember {
  position: number;
  /** Row numbers as the sheet has them, counted from 1. */
  rows: readonly number[];
  kind: 'make' | 'change';
  channel: string;
  account: string;
  /** The shared arguments of the channel that the account is reached by. */
  through?: Readonly<Record<string, unknown>> | undefined;
  campaign: PlannedCampaign;
  /** Of a change: the campaign as it was when it was planned. */
  before?: RunningCampaign | undefined;
  calls: readonly PlannedCall[];
}

/** One that exists as the sheet wants it. */
export interface SameCampaign extends Omit<MediaPlanMember, 'position' | 'kind' | 'calls' | 'before'> {
  before: RunningCampaign;
}

export interface MediaPlanContent {
  cells: ReadCells;
  request: SheetPlanRequest;
  /** As it was answered, with all rows. */
  answer: SheetPlan;
  members: readonly MediaPlanMember[];
  /** Kept so that the plan can be compared later with what runs then. */
  same?: readonly SameCampaign[] | undefined;
}

export interface MediaPlan {
  id: string;
  workspaceId: string;
  spreadsheetId: string;
  tab: string;
  range: string;
  name: string;
  planId: string | undefined;
  content: MediaPlanContent;
  createdAt: number;
  createdBy: string;
}

/** Campaigns by what becomes of them, and problems by their weight. */
export interface MediaPlanCounts {
  make: number;
  change: number;
  same: number;
  out: number;
  stop: number;
  look: number;
}

export interface ListedMediaPlan extends Omit<MediaPlan, 'content'> {
  counts: MediaPlanCounts;
}

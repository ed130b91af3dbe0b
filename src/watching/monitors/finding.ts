import type { Subject, Verdict } from '../rules/verdict.ts';

/** What a monitor says of one object. */
export interface Finding {
  subject: Subject;
  verdict: Verdict;
  /** What was found, such as the ids of rejected ads: one more of them is news, also of an alert that was seen. */
  parts?: readonly string[] | undefined;
}

/** Everything that one look of a monitor has found. */
export interface Look {
  findings: readonly Finding[];
  /** Why there is no verdict about a part of what it looks at, in words. */
  reasons: readonly string[];
  /** Whether an open alert whose object is not among the findings is over: its place was looked at, and it was not found. */
  isOver(subject: Subject): boolean;
}

export function campaignKey(of: { channel: string; mode: string; account: string; campaign: string }): string {
  return `campaign ${of.channel} ${of.mode} ${of.account} ${of.campaign}`;
}

export function accountKey(of: { channel: string; mode: string; account: string }): string {
  return `account ${of.channel} ${of.mode} ${of.account}`;
}

import { isDeepStrictEqual } from 'node:util';
import type { PlanLine } from '../reading/sheet-reading.ts';
import { nameKey } from './names.ts';

type Said = Pick<PlanLine, 'bid' | 'countries' | 'languages' | 'ages' | 'genders'>;
const SAID = ['bid', 'countries', 'languages', 'ages', 'genders'] as const;

/** The rows of one group of a campaign. */
export interface LineGroup {
  name: string;
  lines: readonly PlanLine[];
  /** Rows of the campaign that are about no group: what they say counts for every group that says nothing itself. */
  shared: readonly PlanLine[];
  said: Said;
  keywords: readonly string[];
  audienceIds: readonly string[];
  /** The rows that are ads. */
  ads: readonly PlanLine[];
}

type Stop = (line: PlanLine, field: string, message: string) => void;

/** A row without a group goes to the group above it; without any group in the campaign, its rows are one. */
export function lineGroups(lines: readonly PlanLine[], stop: Stop): LineGroup[] {
  const hasGroups = lines.some(({ group }) => group !== undefined);
  const groups = new Map<string, { name: string; lines: PlanLine[] }>();
  const shared: PlanLine[] = [];
  let last: { name: string; lines: PlanLine[] } | undefined;
  for (const line of lines) {
    if (hasGroups && line.group === undefined && (!isAd(line) || !last)) {
      shared.push(line);
      continue;
    }
    const name = line.group ?? last?.name ?? line.campaign ?? '';
    const known = groups.get(nameKey(name)) ?? { name, lines: [] };
    groups.set(nameKey(name), known);
    known.lines.push(line);
    last = known;
  }
  refuseTwice(shared, 'campaign', stop);
  return [...groups.values()].map((group) => groupOf(group, shared, stop));
}

function groupOf(group: { name: string; lines: PlanLine[] }, shared: readonly PlanLine[], stop: Stop): LineGroup {
  refuseTwice(group.lines, 'group', stop);
  const said: Record<string, unknown> = {};
  for (const field of SAID) said[field] = oneSaid(group.lines, shared, field, stop);
  const all = [...group.lines, ...shared];
  return {
    ...group,
    shared,
    said: said as Said,
    keywords: unionOf(all.map(({ keywords }) => keywords)),
    audienceIds: unionOf(all.map(({ audienceIds }) => audienceIds)),
    ads: group.lines.filter(isAd),
  };
}

/** Whether a row tells of an ad, or only of what is above it. */
function isAd(line: PlanLine): boolean {
  const { ad, creativeId, mediaId, headlines, texts, landingPage, button } = line;
  return [ad, creativeId, mediaId, headlines, texts, landingPage, button].some((said) => said !== undefined);
}

/** Two rows with the same campaign, group and ad may mean one ad or two, so the sheet has to say which. */
function refuseTwice(lines: readonly PlanLine[], level: 'campaign' | 'group', stop: Stop): void {
  const seen = new Map<string, PlanLine>();
  for (const line of lines) {
    const key = adKey(line);
    const first = seen.get(key);
    if (!first) seen.set(key, line);
    else
      for (const [one, other] of [
        [line, first],
        [first, line],
      ] as const) {
        const field = one.ad !== undefined ? 'ad' : one.group !== undefined ? 'group' : 'campaign';
        const what = one.ad !== undefined ? 'ad' : level === 'group' && one.group !== undefined ? 'group' : 'campaign';
        stop(
          one,
          field,
          `Row ${other.row} plans the same ${what} again. Leave one out, or name their groups or ads apart.`,
        );
      }
  }
}

function adKey(line: PlanLine): string {
  if (line.ad !== undefined) return `ad ${nameKey(line.ad)}`;
  const { creativeId, mediaId, headlines, texts, landingPage, button } = line;
  return JSON.stringify([creativeId, mediaId, headlines, texts, landingPage, button]);
}

function oneSaid(
  own: readonly PlanLine[],
  shared: readonly PlanLine[],
  field: (typeof SAID)[number],
  stop: Stop,
): unknown {
  const saying = own.filter((line) => line[field] !== undefined);
  const [first] = saying;
  for (const line of saying)
    if (!isDeepStrictEqual(line[field], first?.[field]))
      stop(line, field, `Row ${first!.row} says something else for the same group.`);
  return first?.[field] ?? shared.find((line) => line[field] !== undefined)?.[field];
}

function unionOf(lists: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

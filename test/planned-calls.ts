import type { PlannedCall, PlannedCampaign, PlannedGroup } from '../src/tools/media-planning.ts';
import type { Sandboxed } from './sandboxed.ts';

/** Runs the calls of a planned campaign one after the other through the tools, with the ids that they make; answers the replies by key. */
export async function runPlanned(
  call: Sandboxed['call'],
  calls: readonly PlannedCall[],
  where: Record<string, unknown> = {},
): Promise<Map<string, Awaited<ReturnType<Sandboxed['call']>>>> {
  const made = new Map<string, string>();
  const replies = new Map();
  for (const { key, tool, arguments: given, makes = [] } of calls) {
    const reply = await call(tool, { ...(withIds(given, made) as object), ...where });
    const id = makes.reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], reply);
    if (makes.length > 0 && typeof id !== 'string') throw new Error(`${key}: the reply has no ${makes.join('.')}`);
    made.set(key, String(id));
    replies.set(key, reply);
  }
  return replies;
}

function withIds(value: unknown, made: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, made));
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === 'made') {
    const id = made.get((value as { made: string }).made);
    if (id === undefined) throw new Error(`${JSON.stringify(value)} is made by no earlier call`);
    return id;
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, made)]));
}

/** A group of a sheet: everything that is given has a cell. */
export function plannedGroup(given: Partial<PlannedGroup> = {}): PlannedGroup {
  const { cells: _, ads: __, ...said } = given;
  return {
    name: 'Group',
    keywords: [],
    countries: [],
    languages: [],
    audienceIds: [],
    ads: [],
    cells: cellsOf(said),
    ...given,
  };
}

export function plannedCampaign(
  given: Pick<PlannedCampaign, 'account' | 'currency' | 'name'> & Partial<PlannedCampaign>,
): PlannedCampaign {
  const { account: _, currency: __, groups: ___, cells: ____, ...said } = given;
  return { groups: [plannedGroup()], cells: cellsOf(said), ...given };
}

export function cellsOf(said: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(said)
      .filter(([, value]) => value !== undefined)
      .map(([name], at) => [name, `Plan!${String.fromCharCode(65 + at)}7`]),
  );
}

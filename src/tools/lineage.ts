/** An object that stands above others, or is named by a call, as far as the plan of a change has to know it. */
export interface LineageObject {
  id: string;
  /** Of the object above it. */
  parent?: string | undefined;
  /** Its status and its budget, as the channel's tools show them. */
  values: Readonly<Record<string, unknown>>;
}

/** A kind of object, and how those of a call are read. Objects that do not exist are left out. */
export interface Generation<Client> {
  /** The argument that names the objects above; none at the top. */
  above?: string;
  read(client: Client, account: string, ids: readonly string[]): Promise<LineageObject[]>;
}

/**
 * Which objects stand above which, by the argument that names one. Whether and how much a change lets flow depends on the
 * status and the budget of everything above it.
 */
export type Lineage<Client> = Readonly<Record<string, Generation<Client>>>;

/** Reads a list in parts, one after the other, where the platform takes only so many ids at once. */
export async function readInParts<T>(
  ids: readonly string[],
  most: number,
  read: (some: string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < ids.length; at += most) found.push(...(await read(ids.slice(at, at + most))));
  return found;
}

/** What of an object decides whether and how much flows below it. */
export function valuesOf(shown: Readonly<Record<string, unknown>>): LineageObject['values'] {
  return Object.fromEntries(DECISIVE.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]])));
}

const DECISIVE = ['status', 'daily_budget', 'lifetime_budget', 'total_budget', 'budget', 'budget_mode', 'budget_id'];

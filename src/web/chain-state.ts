import { iso } from './key-views.ts';
import type { WebParts } from './web-parts.ts';

interface ChainState {
  ok: boolean;
  entries: number;
  since: string | null;
  checkedAt: string;
  head: string | null;
  broken: { id: number; why: string } | null;
  openIntents: number;
}

/** Walking the whole log takes a while, and whoever opens the page wants to know how it stood a moment ago. */
const REMEMBERED_MS = 5 * 60_000;

const remembered = new WeakMap<WebParts, { at: number; state: Promise<ChainState> }>();

export function chainState(parts: WebParts, again: boolean): Promise<ChainState> {
  const known = remembered.get(parts);
  const now = parts.ambient.now();
  // Asking again and again for a walk over everything gets the walk that is under way or was just done.
  if (known && now - known.at < (again ? 1_000 : REMEMBERED_MS)) return known.state;
  const state = walk(parts);
  remembered.set(parts, { at: now, state });
  state.catch(() => remembered.delete(parts));
  return state;
}

async function walk({ home, ambient }: WebParts): Promise<ChainState> {
  const { verdict, since, newestHash } = await home.verifyAside();
  const { ok, entries, firstBroken, openIntents } = verdict;
  return {
    ok,
    entries,
    since: since === undefined ? null : iso(since),
    checkedAt: iso(ambient.now()),
    head: newestHash?.slice(0, 8) ?? null,
    broken: firstBroken ? { id: firstBroken.seq, why: firstBroken.why } : null,
    openIntents,
  };
}

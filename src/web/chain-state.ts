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

/** Verifying the hash chain reads the whole audit log, so opening the page shows a result up to five minutes old. */
const REMEMBERED_MS = 5 * 60_000;

const remembered = new WeakMap<WebParts, { at: number; state: Promise<ChainState> }>();

export function chainState(parts: WebParts, again: boolean): Promise<ChainState> {
  const known = remembered.get(parts);
  const now = parts.ambient.now();
  // Even `again` shares a verification started within the last second: repeated clicks must not start many.
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

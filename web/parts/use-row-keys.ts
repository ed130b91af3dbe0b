import { useKey } from '../keyboard/use-keys.ts';

interface Rows {
  ids: readonly string[];
  current: string | undefined;
  /** The keys also work in an open drawer, to step to the next row without closing it. */
  evenInDialogs: boolean;
  go(id: string): void;
  open(id: string): void;
  select?(id: string): void;
}

/** ↑ ↓ or J K move between rows, O opens and X selects. Enter opens because the row's button has the focus. */
export function useRowKeys({ ids, current, evenInDialogs, go, open, select }: Rows) {
  const step = (by: 1 | -1) => {
    const at = current === undefined ? -1 : ids.indexOf(current);
    const next = at < 0 ? ids[by > 0 ? 0 : ids.length - 1] : ids[at + by];
    if (next !== undefined) go(next);
  };
  useKey(['ArrowDown', 'j'], () => step(1), evenInDialogs);
  useKey(['ArrowUp', 'k'], () => step(-1), evenInDialogs);
  useKey('x', () => current !== undefined && select?.(current));
  useKey('o', () => current !== undefined && open(current));
  return step;
}

import { useKey } from '../shell/use-keys.ts';

interface Rows {
  ids: readonly string[];
  current: string | undefined;
  /** In a drawer the arrows walk on without closing it. */
  evenInDialogs: boolean;
  go(id: string): void;
  open(id: string): void;
  select?(id: string): void;
}

/** ↑ ↓ or J K walk, Enter opens, X selects. */
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

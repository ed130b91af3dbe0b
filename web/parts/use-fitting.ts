import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './data-table-columns.ts';

/**
 * The columns that fit: while the table is wider than its place, those with `leaves` leave, the lowest number first. In
 * a place that has become wider they come back. With `all` none leaves, and the place is scrolled sideways.
 */
export function useFitting<Row>(columns: readonly Column<Row>[], place: RefObject<HTMLElement | null>, all: boolean) {
  const [{ left }, setState] = useState({ width: 0, left: 0 });
  const leaving = useMemo(
    () => columns.filter(({ leaves }) => leaves !== undefined).toSorted((a, b) => a.leaves! - b.leaves!),
    [columns],
  );
  useEffect(() => {
    const element = place.current!;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      setState((last) => (width === last.width ? last : { width, left: width > last.width ? 0 : last.left }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  // Before the browser draws, so that a column which does not fit is never seen. The table's width follows from its rows.
  useLayoutEffect(() => {
    const element = place.current!;
    if (!all && left < leaving.length && element.scrollWidth > element.clientWidth)
      setState((last) => ({ ...last, left: last.left + 1 }));
  });
  return useMemo(() => {
    const gone = new Set(all ? [] : leaving.slice(0, left));
    return columns.filter((column) => !gone.has(column));
  }, [columns, leaving, left, all]);
}

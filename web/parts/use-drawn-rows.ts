import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { Item } from './table-items.ts';

/** From here on only what is visible is drawn. */
const VIRTUAL_FROM = 60;

interface Options {
  /** The table scrolls inside its own height. */
  fill: boolean;
  rowHeight: number;
  scroller: RefObject<HTMLDivElement | null>;
}

/** Which rows are drawn, and the height of those above and below that are not. */
export function useDrawnRows<Row>(items: readonly Item<Row>[], { fill, rowHeight, scroller }: Options) {
  const isVirtual = fill && items.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]!.kind === 'head' ? 30 : rowHeight),
    getItemKey: (index) => items[index]!.id,
    overscan: 12,
    scrollPaddingStart: 40,
  });
  const drawn = isVirtual ? virtualizer.getVirtualItems() : items.map((_, index) => ({ index, start: 0, end: 0 }));
  return {
    drawn: drawn.map(({ index }) => index),
    above: isVirtual ? (drawn[0]?.start ?? 0) : 0,
    below: isVirtual ? virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0,
    scrollTo(id: string) {
      if (isVirtual) virtualizer.scrollToIndex(items.findIndex((item) => item.id === id));
    },
  };
}

import { searchText } from '../../../tools/lookup-text.ts';

/** Rank of a name for a keyword: 0 same, 1 begins with it, 2 a word begins with it, 3 contains it; undefined when none. */
function rankOf(name: string, keyword: string): number | undefined {
  const [text, wanted] = [searchText(name), searchText(keyword)];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.split(/[\s&/-]+/).some((word) => word.startsWith(wanted))) return 2;
  return text.includes(wanted) ? 3 : undefined;
}

/** Items whose name fits, best rank first, then by depth, then by name. */
export function bestMatches<T>(
  items: readonly T[],
  keyword: string,
  nameOf: (item: T) => string,
  depthOf: (item: T) => number,
): T[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(nameOf(item), keyword);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort(
      (a, b) => a.rank - b.rank || depthOf(a.item) - depthOf(b.item) || nameOf(a.item).localeCompare(nameOf(b.item)),
    )
    .map(({ item }) => item);
}

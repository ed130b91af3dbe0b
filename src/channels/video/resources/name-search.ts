/** How well a name fits a keyword: exact first, then beginnings of the name, of a word, anything inside; undefined if not. */
function rankOf(name: string, keyword: string): number | undefined {
  const [text, wanted] = [folded(name), folded(keyword)];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.split(/[\s&/-]+/).some((word) => word.startsWith(wanted))) return 2;
  return text.includes(wanted) ? 3 : undefined;
}

/** Without regard to case and accents, so that `sao paulo` finds São Paulo. */
function folded(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Those that fit, best first; equally good ones by their depth, then by name. */
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

/** A row above or below the rows of one group, such as the total of a currency. */
interface GroupRow {
  /** Cells by column id; the first column's is the title. */
  cells: Record<string, React.ReactNode>;
}

export interface Grouping<Row> {
  keyOf(row: Row): string;
  /** Groups appear in this order; those not named follow. */
  order?: readonly string[];
  head?(key: string, rows: readonly Row[]): GroupRow;
  foot?(key: string, rows: readonly Row[]): GroupRow;
}

export type Item<Row> =
  | { kind: 'row'; id: string; row: Row }
  | { kind: 'head' | 'foot'; id: string; group: string; cells: GroupRow['cells'] };

/** The first `max` rows, with the heads and feet of all groups. */
export function firstRows<Row>(items: readonly Item<Row>[], max: number): readonly Item<Row>[] {
  if (items.length <= max) return items;
  let rows = 0;
  return items.filter(({ kind }) => kind !== 'row' || ++rows <= max);
}

/** The rows to render: grouped, each group between its head and foot row, without the rows of collapsed groups. */
export function itemsOf<Row>(
  rows: readonly { id: string; original: Row }[],
  grouping: Grouping<Row> | undefined,
  closed: ReadonlySet<string>,
): Item<Row>[] {
  const item = ({ id, original }: { id: string; original: Row }): Item<Row> => ({ kind: 'row', id, row: original });
  if (!grouping) return rows.map(item);
  const groups = new Map<string, { id: string; original: Row }[]>((grouping.order ?? []).map((key) => [key, []]));
  for (const row of rows) {
    const key = grouping.keyOf(row.original);
    const group = groups.get(key) ?? [];
    group.push(row);
    groups.set(key, group);
  }
  return [...groups].flatMap(([key, members]) => {
    if (members.length === 0) return [];
    const originals = members.map(({ original }) => original);
    const border = (kind: 'head' | 'foot'): Item<Row>[] => {
      const made = grouping[kind]?.(key, originals);
      return made ? [{ kind, id: `${kind} ${key}`, group: key, cells: made.cells }] : [];
    };
    return [...border('head'), ...(closed.has(key) ? [] : members.map(item)), ...border('foot')];
  });
}

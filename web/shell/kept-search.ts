/** The URL parameters kept on the way to another page: workspace, period and comparison. */
export function keptSearch(search: Record<string, string | undefined>): Record<string, string | undefined> {
  const { workspace, period, from, to, against } = search;
  return { workspace, period, from, to, against };
}

/** What stays when one goes to another page: whose numbers, and of when. */
export function keptSearch(search: Record<string, string | undefined>): Record<string, string | undefined> {
  const { workspace, period, from, to, against } = search;
  return { workspace, period, from, to, against };
}

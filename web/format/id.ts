/** Groups the digits of an id by four from the right: `120214 8830 1177`, `act_2041 7783`. Other ids stay as they are. */
export function readableId(id: string): string {
  const [, prefix = '', digits] = /^(\D+_)?(\d{7,})$/.exec(id) ?? [];
  if (!digits) return id;
  const groups: string[] = [];
  let rest = digits;
  while (rest.length > 6) {
    groups.unshift(rest.slice(-4));
    rest = rest.slice(0, -4);
  }
  return prefix + [rest, ...groups].join(' ');
}

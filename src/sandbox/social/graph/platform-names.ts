import { readFileSync } from 'node:fs';
import type { Kind } from '../state/shapes.ts';
import type { Method } from './request.ts';

/** Lines `Kind fields name …` and `Kind METHOD edge …`, as the official SDK knows them; `.` is the node itself. */
const lines = readFileSync(new URL('./platform-names.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const known = new Map(
  lines.map((line) => {
    const [kind, what, ...names] = line.split(' ');
    return [`${kind} ${what}`, new Set(names)];
  }),
);

/** Whether the platform has a field that may be absent here. */
export function isPlatformField(kind: Kind, name: string): boolean {
  return known.get(`${kind} fields`)?.has(name) ?? false;
}

/** Whether the platform has an edge (or with an empty name an operation on the node) that may be absent here. */
export function isPlatformEdge(kind: Kind, method: Method, edge: string): boolean {
  return known.get(`${kind} ${method}`)?.has(edge === '' ? '.' : edge) ?? false;
}

export const platformEdges: readonly { kind: Kind; method: Method; edge: string }[] = lines.flatMap((line) => {
  const [kind, what, ...names] = line.split(' ') as [Kind, Method | 'fields', ...string[]];
  return what === 'fields' ? [] : names.filter((edge) => edge !== '.').map((edge) => ({ kind, method: what, edge }));
});

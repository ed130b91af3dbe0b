import { invalidArgument } from '../errors.ts';

type Mask = Map<string, Mask>;

/** Keeps of an answer what `fields` asks for: `spreadsheetId,sheets(properties/title,data.rowData)`. */
export function applyFieldMask(body: unknown, fields: string | undefined): unknown {
  if (fields === undefined || fields === '') return body;
  return keep(body, parseMask(fields));
}

/** Whether the mask reaches a path such as `sheets.data`; grid data is sent exactly when it does. */
export function maskReaches(fields: string, path: readonly string[]): boolean {
  let mask = parseMask(fields);
  for (const name of path) {
    const next = mask.get(name) ?? mask.get('*');
    if (!next) return false;
    if (next.size === 0) return true;
    mask = next;
  }
  return true;
}

function parseMask(fields: string): Mask {
  const root: Mask = new Map();
  // What the next name is added to, and, for every open parenthesis, what the names inside it belong to.
  const owners: Mask[] = [root];
  let place = root;
  for (const [token] of fields.matchAll(/[\w*]+|[./,()]|\s+|./g)) {
    if (/^[\w*]+$/.test(token)) place = child(place, token);
    else if (token === '(') owners.push(place);
    else if (token === ')' && owners.length > 1) owners.pop();
    else if (token === ',') place = owners.at(-1)!;
    else if (!/^[./\s]+$/.test(token)) throw invalidMask(fields);
  }
  if (owners.length !== 1) throw invalidMask(fields);
  return root;
}

function child(mask: Mask, name: string): Mask {
  const existing = mask.get(name);
  if (existing) return existing;
  const made: Mask = new Map();
  mask.set(name, made);
  return made;
}

function keep(value: unknown, mask: Mask): unknown {
  if (mask.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => keep(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const inner = mask.get(name) ?? mask.get('*');
      return inner ? [[name, keep(part, inner)]] : [];
    }),
  );
}

function invalidMask(fields: string): Error {
  return invalidArgument(`Error expanding 'fields' parameter. Cannot find matching fields for path '${fields}'.`);
}

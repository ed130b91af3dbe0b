import { type Field, messageNamed } from '../catalogue/messages.ts';
import type { Doc, Value } from '../state.ts';
import type { Complaints } from './session.ts';

/** A copy of a resource with the masked fields taken from the body; what the body lacks is cleared. */
export function applyMask(
  message: string,
  before: Doc,
  body: Doc,
  mask: readonly string[],
  complaints: Complaints,
): Doc {
  const after = structuredClone(before);
  for (const path of mask) {
    const chain = fieldChain(message, path);
    if (!chain) {
      complaints.add(
        'fieldMaskError.FIELD_NOT_FOUND',
        `The field mask contains an invalid field: '${path}'.`,
        'update_mask',
        { trigger: path },
      );
      continue;
    }
    if (path === 'resource_name') continue;
    const value = chain.reduce<Value>((at, { name }) => (at as Doc | undefined)?.[name], body);
    const fixed = chain.find(({ immutable, outputOnly }) => immutable || outputOnly);
    if (fixed) {
      if (
        JSON.stringify(value) !==
        JSON.stringify(chain.reduce<Value>((at, { name }) => (at as Doc | undefined)?.[name], before))
      )
        complaints.add('fieldError.IMMUTABLE_FIELD', `The field '${path}' cannot be modified.`, `update.${path}`);
      continue;
    }
    const last = chain.at(-1)!;
    const hasSubfields = last.message !== undefined && !last.repeated && messageNamed(last.message).fields.size > 0;
    if (hasSubfields && value !== undefined) {
      complaints.add(
        'fieldMaskError.FIELD_HAS_SUBFIELDS',
        `The field mask names '${path}', which has subfields: name them.`,
        'update_mask',
        {
          trigger: path,
        },
      );
      continue;
    }
    write(message, after, chain, value);
  }
  return after;
}

function fieldChain(message: string, path: string): Field[] | undefined {
  const chain: Field[] = [];
  let inside: string | undefined = message;
  for (const step of path.split('.')) {
    const field: Field | undefined = inside === undefined ? undefined : messageNamed(inside).fields.get(step);
    if (!field) return undefined;
    chain.push(field);
    inside = field.repeated ? undefined : field.message;
  }
  return chain;
}

/** Setting one member of a one-of unsets the others. */
function write(message: string, doc: Doc, chain: readonly Field[], value: Value): void {
  const [field, ...rest] = chain as [Field, ...Field[]];
  if (rest.length > 0) {
    const inner = (doc[field.name] ?? {}) as Doc;
    doc[field.name] = inner;
    write(field.message!, inner, rest, value);
  } else if (value === undefined) delete doc[field.name];
  else doc[field.name] = value;
  if (doc[field.name] === undefined) return;
  for (const oneof of messageNamed(message).oneofs)
    if (oneof.includes(field.name)) for (const other of oneof) if (other !== field.name) delete doc[other];
}

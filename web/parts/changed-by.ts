import type { FilterField } from './filter-chip.tsx';

export interface Changer {
  kind: 'key' | 'person' | 'service';
  id: string;
  name: string;
}

/** `any agent` matches every API key, since agents and programs call with a key. */
const ANY: Record<Changer['kind'], { value: string; label: string } | undefined> = {
  key: { value: 'agent', label: 'any agent' },
  person: { value: 'person', label: 'any person' },
  service: undefined,
};

/** The filter values that match an author: their id and their kind (`agent`, `person`). */
export const namesOf = ({ kind, id }: Changer): string[] => [id, ...(ANY[kind] ? [ANY[kind].value] : [])];

/** The "Changed by" filter over the authors of changes; in the URL `changed_by=agent`. */
export function changedBy(changers: readonly Changer[]): FilterField {
  const known = [...new Map(changers.map((one) => [one.id, one])).values()].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
  const kinds = [ANY.key!, ANY.person!];
  return {
    field: 'changed_by',
    label: 'Changed by',
    options: [...kinds, ...known.map(({ id, name }) => ({ value: id, label: name }))],
  };
}

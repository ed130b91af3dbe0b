import type { FilterField } from './filter-chip.tsx';

export interface Changer {
  kind: 'key' | 'person' | 'service';
  id: string;
  name: string;
}

/** Any agent is any key: agents and programs come with one. */
const ANY: Record<Changer['kind'], { value: string; label: string } | undefined> = {
  key: { value: 'agent', label: 'any agent' },
  person: { value: 'person', label: 'any person' },
  service: undefined,
};

/** What a changer is found by: its own id, and its kind. */
export const namesOf = ({ kind, id }: Changer): string[] => [id, ...(ANY[kind] ? [ANY[kind].value] : [])];

/** The filter on who changed something, in the address as `changed_by=agent`. */
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

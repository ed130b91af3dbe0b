/** What a person may do, from least to most. */
export const PERSON_ROLES = ['viewer', 'member', 'owner'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export function isAtLeast(role: PersonRole | undefined, needed: PersonRole): boolean {
  return role !== undefined && PERSON_ROLES.indexOf(role) >= PERSON_ROLES.indexOf(needed);
}

export function higher(one: PersonRole | undefined, other: PersonRole | undefined): PersonRole | undefined {
  return one !== undefined && isAtLeast(one, other ?? 'viewer') ? one : (other ?? one);
}

import type { Fault } from '../errors.ts';

/** Which status may follow which. COMPLETED, CANCELED and REMOVED are the platform's own to set. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['ACTIVE', 'PAUSED', 'ARCHIVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED', 'PENDING_DELETION'],
  PAUSED: ['ACTIVE', 'ARCHIVED', 'PENDING_DELETION'],
  COMPLETED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: ['ACTIVE', 'PAUSED', 'PENDING_DELETION'],
  CANCELED: [],
  PENDING_DELETION: [],
  REMOVED: [],
};

const DEAD = ['PENDING_DELETION', 'REMOVED', 'ARCHIVED'];

/** What a change of status, or any change of something that is over, is refused with. */
export function statusFaults(entity: string, before: string, after: string, touched: readonly string[]): Fault[] {
  const path = `/${entity}/status`;
  if (before === 'CANCELED') {
    const description = `No action is allowed on a cancelled ${entity}`;
    return [{ code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS', path, value: after, description }];
  }
  if (before !== after) {
    if (NEXT[before]?.includes(after)) return [];
    const description = `${path} cannot be changed from ${before} to ${after}`;
    return [{ code: 'STATUS_CHANGE_NOT_ALLOWED', path, value: after, description }];
  }
  const others = touched.filter((name) => name !== 'status');
  if (!DEAD.includes(before) || others.length === 0) return [];
  return others.map((name) => ({
    code: 'FIELD_NOT_ALLOWED',
    path: `/${entity}/${name}`,
    description: `/${entity}/${name} cannot be changed while ${path} is ${before}`,
  }));
}

export function birthFaults(entity: string, status: unknown, allowed: readonly string[]): Fault[] {
  const path = `/${entity}/status`;
  if (status === undefined) return [{ code: 'MISSING_FIELD', path, description: `${path} is required but missing` }];
  if (allowed.includes(String(status))) return [];
  const description = `${path} cannot be changed from null to ${status}`;
  return [{ code: 'STATUS_CHANGE_NOT_ALLOWED', path, value: status, description }];
}

import type { RecordedChange } from './recorded-changes.ts';

/** What changes are called outside: by the number of their entry in the audit log. */
export function changeId({ seq }: Pick<RecordedChange, 'seq'>): string {
  return `chg_${seq}`;
}

/** Undefined: it cannot be the id of a change. */
export function changeNumber(id: string): number | undefined {
  const [, digits] = /^chg_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

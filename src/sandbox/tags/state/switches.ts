import type { DatabaseSync } from 'node:sqlite';
import type { Switches } from '../../emulator.ts';
import { prepare } from '../../statements.ts';

/** What public knowledge of the platform leaves open, or what cannot be brought about by calls. The first value is the default. */
const CHOICES = {
  /** The status of a write with a fingerprint that is no longer the stored one. */
  stale_fingerprint: ['409', '400'],
  /** The status of a call above the quota: 429 is seen today, 403 is documented. */
  quota_status: ['429', '403'],
  /** Whether every compilation fails. */
  compiler: ['works', 'fails'],
  /** Whether a refusal that the platform does not explain has a text at all. */
  unexplained: ['words', 'empty'],
  /** How a delete is answered. */
  delete_answer: ['204', '200'],
} as const satisfies Record<string, readonly string[]>;

type Name = keyof typeof CHOICES;

export function createSwitches(db: DatabaseSync): void {
  db.exec('CREATE TABLE IF NOT EXISTS tags_switches (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
}

export function readSwitch<N extends Name>(db: DatabaseSync, name: N): (typeof CHOICES)[N][number] {
  const row = prepare(db, 'SELECT value FROM tags_switches WHERE name = ?').get(name);
  return (row?.value ?? CHOICES[name][0]) as (typeof CHOICES)[N][number];
}

export const switches: Switches = {
  choices: CHOICES,
  read: ({ db }, name) => readSwitch(db, name as Name),
  set({ db }, name, value) {
    prepare(db, 'INSERT OR REPLACE INTO tags_switches VALUES (?, ?)').run(name, value);
  },
};

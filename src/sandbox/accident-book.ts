import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ACCIDENT_KINDS, type AccidentKind } from './accident.ts';
import type { MountedPlatform } from './emulator.ts';

export const AccidentInput = z.strictObject({
  platform: z.string(),
  kind: z.enum(ACCIDENT_KINDS),
  account: z.string().min(1),
  object: z.string().min(1).optional(),
  /** Now when left out; a moment to come is waited for. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export type AccidentInput = z.infer<typeof AccidentInput>;

interface Row {
  id: number;
  platform: string;
  kind: string;
  account: string;
  object: string | null;
  at: number;
  state: 'awaited' | 'happened' | 'mended';
}

/** Accidents of all platforms, past and to come. */
export class AccidentBook {
  readonly #db: DatabaseSync;
  readonly #mounted: ReadonlyMap<string, MountedPlatform>;
  readonly #now: () => number;

  constructor(db: DatabaseSync, mounted: ReadonlyMap<string, MountedPlatform>, now: () => number) {
    this.#db = db;
    this.#mounted = mounted;
    this.#now = now;
    db.exec(`CREATE TABLE IF NOT EXISTS sandbox_accidents (
      id INTEGER PRIMARY KEY, platform TEXT NOT NULL, kind TEXT NOT NULL, account TEXT NOT NULL, object TEXT,
      at INTEGER NOT NULL, state TEXT NOT NULL) STRICT`);
  }

  /** The platforms that know accidents, each with its kinds. */
  get kinds(): Record<string, readonly AccidentKind[]> {
    const known = [...this.#mounted].flatMap(([name, { emulator }]) =>
      emulator.accidents ? [[name, emulator.accidents.kinds] as const] : [],
    );
    return Object.fromEntries(known);
  }

  add({ platform, kind, account, object, at }: AccidentInput): { field: string; message: string } | number {
    const { emulator, world } = this.#mounted.get(platform) ?? {};
    if (!world || !emulator?.accidents)
      return { field: 'platform', message: `is none of ${Object.keys(this.kinds).join(', ')}` };
    const { kinds, problem } = emulator.accidents;
    if (!kinds.includes(kind)) return { field: 'kind', message: `${platform} has none but ${kinds.join(', ')}` };
    const wrong = problem(world, { kind, account, object });
    if (wrong) return wrong;
    const added = this.#db
      .prepare(
        "INSERT INTO sandbox_accidents (platform, kind, account, object, at, state) VALUES (?, ?, ?, ?, ?, 'awaited')",
      )
      .run(platform, kind, account, object ?? null, at === undefined ? this.#now() : Date.parse(at));
    this.bringAbout();
    return Number(added.lastInsertRowid);
  }

  /** Brings about what is due, in the order of its moments. */
  bringAbout(): void {
    const due = this.#rows("state = 'awaited' AND at <= ? ORDER BY at, id", this.#now());
    for (const row of due) this.#set(row, 'happened', row.at);
  }

  /** Takes an accident back as of now; false where there is none of this id that can be taken back. */
  mend(id: number): boolean {
    const [row] = this.#rows("id = ? AND state <> 'mended'", id);
    if (!row) return false;
    this.#set(row, 'mended', this.#now());
    return true;
  }

  list() {
    return this.#rows('1 = ? ORDER BY id', 1).map(({ at, object, ...row }) => ({
      ...row,
      ...(object !== null && { object }),
      at: new Date(at).toISOString(),
    }));
  }

  clear(): void {
    this.#db.exec('DELETE FROM sandbox_accidents');
  }

  #set(row: Row, state: 'happened' | 'mended', at: number): void {
    const { emulator, world } = this.#mounted.get(row.platform) ?? {};
    const rules = emulator?.accidents;
    // A file may have been filled by a program with more platforms.
    if (!world || !rules) return;
    const accident = { kind: row.kind as AccidentKind, account: row.account, object: row.object ?? undefined };
    world.change((record) => {
      if (state === 'happened') rules.happen(world, accident, at);
      else if (row.state === 'happened') rules.mend(world, accident, at);
      this.#db.prepare('UPDATE sandbox_accidents SET state = ? WHERE id = ?').run(state, row.id);
      record({
        kind: 'update',
        resource: 'accident',
        id: String(row.id),
        account: row.account,
        detail: { ...accident, state },
      });
    });
  }

  #rows(where: string, value: number): Row[] {
    return this.#db.prepare(`SELECT * FROM sandbox_accidents WHERE ${where}`).all(value) as unknown as Row[];
  }
}

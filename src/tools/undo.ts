/**
 * How the changes of a channel's tools are taken back: a table by tool in `channels/*\/undo.ts`. Everything else is the same
 * for all channels (`pipeline/undo.ts`).
 */
export type Applied = Readonly<Record<string, { from: unknown; to: unknown }>>;

/** One object of a call that changed or made several. */
interface MadeRow {
  id: string;
  /** Its place in the arguments, where the answer told it. */
  index?: number;
  level?: string;
  applied?: Applied;
}

/** A change that was made, as the audit log keeps it. */
export interface MadeChange {
  args: Readonly<Record<string, unknown>>;
  /** What the call answered with, by its part: `{campaign: '7'}`. */
  ids: Readonly<Record<string, string>>;
  applied: Applied;
  rows: readonly MadeRow[];
  /** Ids that the call linked and unlinked. */
  added: readonly string[];
  removed: readonly string[];
  /** How many things it changed, where it counts them. */
  changed?: number;
}

/** One field of one object that goes back. */
export interface UndoPart {
  object: string;
  field: string;
  /** The value before the change, which it gets again. */
  from: unknown;
  /** The value that the change gave it. */
  to: unknown;
  level?: string;
  /** The rehearsed call tells this object's fields under its id. */
  isRow?: true;
  /** The rehearsed call tells nothing of it: it is refused where things are not as the change left them. */
  isUnseen?: true;
  /** A field that came with this one, and goes when this one goes back: it too has to be as the change left it. */
  besides?: { field: string; to: unknown };
  /** The platform never goes back as far as `from`: the nearest value that it takes. */
  instead?: { value: unknown; why: string };
}

/** One call that takes back some parts. */
export interface UndoStep {
  tool: string;
  parts: readonly UndoPart[];
  /** Parts that differ in it take calls of their own. */
  groupOf?(part: UndoPart): string;
  /** Its arguments for those of the parts that are still as the change left them; without parts, those that name the object. */
  call(parts: readonly UndoPart[]): Record<string, unknown>;
}

export interface LeftAlone {
  object?: string;
  field?: string;
  why: string;
}

export interface Undoing {
  steps: readonly UndoStep[];
  left: readonly LeftAlone[];
}

/** `leaves`: what stays although the change is taken back. */
export type UndoRule = { never: string } | { undo(change: MadeChange): Undoing; leaves?: string };
export type UndoTable = Readonly<Record<string, UndoRule>>;

export const targetOf = ({ from, instead }: UndoPart): unknown => (instead ? instead.value : from);

/** A shown value as an argument: money without its currency. */
export function argumentOf(value: unknown): unknown {
  return isMoney(value) ? value.amount : value;
}

export function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

export interface FieldRules {
  /** The argument for a field that is shown under another name. */
  names?: Readonly<Record<string, string>>;
  /** What stands for "none" in the argument of a field. */
  none?: Readonly<Record<string, unknown>>;
  /** The argument that holds a field among others: `options`. */
  inside?: Readonly<Record<string, string>>;
  /** The arguments for a value of a field, where they are more than the value by itself. */
  as?: Readonly<Record<string, (value: never) => Readonly<Record<string, unknown>>>>;
  /** Fields that cannot go back, with the reason. */
  never?: Readonly<Record<string, string>>;
  /** Fields that other fields of the same change bring back with them. */
  follows?: readonly string[];
  /** Fields that came with another one, and go when that one goes back: a lifetime budget with the daily one that it replaced. */
  cameWith?: Readonly<Record<string, string>>;
  /** Statuses that nothing returns to, with the one that comes next. */
  nearest?: Readonly<Record<string, { value: string; why: string }>>;
}

const NO_NONE = 'it had no value before, and no call takes it away again';

/** The applied fields of one object as parts, and those that stay with the reason. */
export function partsOf(object: string, applied: Applied, rules: FieldRules) {
  const { none = {}, never = {}, follows = [], cameWith = {}, nearest = {} } = rules;
  const isGone = (field: string) =>
    applied[field]?.from === null && (applied[cameWith[field] ?? '']?.from ?? null) !== null;
  const companions = Object.keys(cameWith).filter(isGone);
  const parts: UndoPart[] = [];
  const left: LeftAlone[] = [];
  for (const [field, { from, to }] of Object.entries(applied)) {
    const why = never[field] ?? (from === null && !(field in none) ? NO_NONE : undefined);
    if (isGone(field) || follows.includes(field)) continue;
    if (why !== undefined) left.push({ object, field, why });
    else {
      const instead = field === 'status' ? nearest[String(from)] : undefined;
      const companion = companions.find((other) => cameWith[other] === field);
      const besides = companion !== undefined && { besides: { field: companion, to: applied[companion]!.to } };
      parts.push({ object, field, from, to, ...besides, ...(instead && { instead }) });
    }
  }
  return { parts, left };
}

/** The arguments that give these parts their values again. */
export function argumentsFor(parts: readonly UndoPart[], rules: FieldRules): Record<string, unknown> {
  const { names = {}, none = {}, inside = {}, as = {} } = rules;
  const args: Record<string, unknown> = {};
  for (const part of parts) {
    const { field } = part;
    const value = targetOf(part);
    const plain = { [names[field] ?? field]: value === null ? none[field] : argumentOf(value) };
    const given = value !== null && as[field] ? as[field](value as never) : plain;
    const outer = inside[field];
    Object.assign(args, outer === undefined ? given : { [outer]: { ...(args[outer] as object), ...given } });
  }
  return args;
}

/** The same tool with the values before. `object`: the arguments that name the object, as the change had them. */
export function fieldsBack(tool: string, object: readonly string[], rules: FieldRules = {}): UndoRule {
  return {
    undo({ args, applied }) {
      const named = Object.fromEntries(
        object.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
      );
      const { parts, left } = partsOf(Object.values(named).join(' '), applied, rules);
      const call = (some: readonly UndoPart[]) => ({ ...named, ...argumentsFor(some, rules) });
      return { steps: parts.length > 0 ? [{ tool, parts, call }] : [], left };
    },
  };
}

export interface Switch {
  tool: string;
  argument: string;
  off: string;
}

const STAYS = 'It stays in the account, paused: nothing is deleted.';

/** What was made is paused. `part`: where the answer told its id. */
export function pausedAgain(part: string, level: Switch | ((args: MadeChange['args']) => Switch)): UndoRule {
  return {
    leaves: STAYS,
    undo: ({ ids, args }) => {
      const id = ids[part];
      if (id === undefined) return { steps: [], left: [{ why: 'its id was not recorded' }] };
      return { steps: [pausing(id, typeof level === 'function' ? level(args) : level)], left: [] };
    },
  };
}

/** The same for everything that a call made. */
export function rowsPausedAgain(level: Switch): UndoRule {
  return {
    leaves: STAYS,
    undo: ({ rows }) => ({ steps: rows.map(({ id }) => pausing(id, level)), left: [] }),
  };
}

/** Any present value is accepted: a created object may have been switched since, and `off` is how it began. */
export const ANY = Symbol('any value');

function pausing(object: string, { tool, argument, off }: Switch): UndoStep {
  return {
    tool,
    parts: [{ object, field: 'status', from: off, to: ANY }],
    call: (parts) => ({ [argument]: object, ...(parts.length > 0 && { status: off }) }),
  };
}

interface BulkRules extends FieldRules {
  tool: string;
  /** Fields that all named objects get the same value of. */
  alike: readonly string[];
  /** Fields given object by object in `budgets`, with their names there. */
  amounts: Readonly<Record<string, string>>;
}

/** The rows of a bulk change, as few calls as the values before allow: one for each kind of object and value. */
export function bulkBack(rules: BulkRules): UndoRule {
  const { tool, alike, amounts } = rules;
  return {
    undo({ rows }) {
      const found = rows.map(({ id, level = '', applied = {} }) => {
        const { parts, left } = partsOf(id, applied, rules);
        return { left, parts: parts.map((part) => ({ ...part, level, isRow: true as const })) };
      });
      const parts = found.flatMap((one) => one.parts);
      const step: UndoStep = {
        tool,
        parts,
        groupOf: (part) =>
          `${part.level} ${alike.includes(part.field) ? `${part.field} ${String(targetOf(part))}` : 'budgets'}`,
        call: ([first, ...more]) => {
          if (!first) return {};
          const some = [first, ...more];
          return alike.includes(first.field) ? alikeCall(some, rules) : amountsCall(some, amounts);
        },
      };
      return { steps: parts.length > 0 ? [step] : [], left: found.flatMap(({ left }) => left) };
    },
  };
}

function alikeCall(parts: readonly UndoPart[], rules: FieldRules): Record<string, unknown> {
  const [first] = parts as [UndoPart];
  return { [`${first.level}_ids`]: parts.map(({ object }) => object), ...argumentsFor([first], rules) };
}

function amountsCall(parts: readonly UndoPart[], amounts: Readonly<Record<string, string>>): Record<string, unknown> {
  const budgets = Map.groupBy(parts, ({ object }) => object);
  return {
    budgets: [...budgets].map(([id, own]) => ({
      [`${own[0]!.level}_id`]: id,
      ...Object.fromEntries(own.map((part) => [amounts[part.field] ?? part.field, argumentOf(targetOf(part))])),
    })),
  };
}

/** The rows of a bulk change, each by the tool that changes one object of its level. */
export function eachBack(
  levels: Readonly<Record<string, { tool: string; argument: string; rules?: FieldRules }>>,
): UndoRule {
  return {
    undo({ rows }) {
      const found = rows.map(({ id, level = '', applied = {} }): Undoing => {
        const known = levels[level];
        if (!known) return { steps: [], left: [{ object: id, why: 'what kind of object it was is not recorded' }] };
        const { tool, argument, rules = {} } = known;
        const { parts, left } = partsOf(id, applied, rules);
        const call = (some: readonly UndoPart[]) => ({ [argument]: id, ...argumentsFor(some, rules) });
        return { steps: parts.length > 0 ? [{ tool, parts, call }] : [], left };
      });
      return { steps: found.flatMap(({ steps }) => steps), left: found.flatMap(({ left }) => left) };
    },
  };
}

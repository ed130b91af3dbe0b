import { withoutUnset } from '../tools/set-fields.ts';

/** What of a call's arguments and result goes into the audit log: enough to know what was done, never a secret. */
const ARGUMENT_CHARACTERS_MAX = 16_384;

export function auditedArguments(given: Record<string, unknown>, personal: readonly string[] = []): unknown {
  const args = personal.reduce(withheld, given);
  const whole = JSON.stringify(args);
  const json = textWithoutSecrets(whole);
  if (json.length <= ARGUMENT_CHARACTERS_MAX) return json === whole ? args : JSON.parse(json);
  return { cut: true, characters: json.length, start: json.slice(0, 2048) };
}

/** Replaces values that are not recorded; code that compares recorded arguments looks for it. */
export const HIDDEN = '[hidden]';

const USER_IN_ADDRESS = /((?:https?|ftps?):\/\/)[^/?#\s"\\@]*@/gi;
/** The name is looked ahead at and then read once, so that the work grows with the length of the text and no faster. */
const SECRET_IN_ADDRESS =
  /([?&](?:(?=[\w.-]*(?:token|secret|signature|passw|credential|api_?key))[\w.-]+|sig|key)=)[^&#\s"\\]+/gi;

/** An address can carry a password or a signature, also one that is refused after the intent was recorded. */
export function textWithoutSecrets(json: string): string {
  return json.replace(USER_IN_ADDRESS, `$1${HIDDEN}@`).replace(SECRET_IN_ADDRESS, `$1${HIDDEN}`);
}

function withheld(args: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = args[name];
  return value === undefined ? args : { ...args, [name]: { withheld: Array.isArray(value) ? value.length : 1 } };
}

const NAME_CHARACTERS_MAX = 200;
/** Of everything that undoing needs; more is not kept, and then says so. */
const CHANGES_CHARACTERS_MAX = 131_072;

type Part = Record<string, unknown>;

/**
 * The ids and names of what came back and the changes it reports, which undoing starts from; the rest of a result may hold a
 * token.
 */
export function auditedResult(json: string): Record<string, unknown> {
  const result = (JSON.parse(json) ?? {}) as Record<string, Part | null>;
  const texts = (wanted: 'id' | 'name') =>
    Object.entries(result).flatMap(([part, value]) => {
      // Some channels call the id of a part by its kind: `{tag: {tag_id}}`.
      const text = value?.[wanted] ?? value?.[`${part}_${wanted}`];
      return typeof text === 'string' ? [[part, text.slice(0, NAME_CHARACTERS_MAX)]] : [];
    });
  const [ids, names] = [texts('id'), texts('name')];
  const { applied, not_applied, results, made, added, removed, changed } = result as Record<string, unknown>;
  const changes = withoutUnset({
    applied,
    rows: Array.isArray(results) ? rowsIn(results) : Array.isArray(made) ? madeIn(made) : undefined,
    added: idsIn(added),
    removed: idsIn(removed),
    changed: typeof changed === 'number' ? changed : undefined,
  });
  return {
    ...(ids.length > 0 && { ids: Object.fromEntries(ids) }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...boundedChanges(changes),
    not_applied,
  };
}

function boundedChanges(changes: Record<string, unknown>): Record<string, unknown> {
  const whole = JSON.stringify(changes);
  if (whole.length > CHANGES_CHARACTERS_MAX) return { changes_cut: whole.length };
  const json = textWithoutSecrets(whole);
  return json === whole ? changes : JSON.parse(json);
}

const MADE: readonly unknown[] = ['changed', 'added', 'created'];

/** The rows of a bulk call that something became of. */
function rowsIn(results: readonly Part[]): Part[] {
  return results.flatMap(({ outcome, id, index, level, applied }) =>
    (MADE.includes(outcome) || applied !== undefined) && typeof id === 'string'
      ? [withoutUnset({ id, index, level, applied })]
      : [],
  );
}

/** Objects of several kinds that one call made. */
function madeIn(made: readonly Part[]): Part[] {
  return made.flatMap(({ kind, id }) =>
    typeof kind === 'string' && typeof id === 'string' ? [{ id, level: kind }] : [],
  );
}

function idsIn(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((one) => (typeof one === 'string' ? [one] : typeof one?.id === 'string' ? [one.id] : []));
}

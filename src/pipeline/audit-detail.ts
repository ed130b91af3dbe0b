/** What of a call's arguments and result goes into the audit log: enough to know what was done, never a secret. */
const ARGUMENT_CHARACTERS_MAX = 16_384;

export function auditedArguments(given: Record<string, unknown>, personal: readonly string[] = []): unknown {
  const args = personal.reduce(withheld, given);
  const json = JSON.stringify(args);
  return json.length <= ARGUMENT_CHARACTERS_MAX
    ? args
    : { cut: true, characters: json.length, start: json.slice(0, 2048) };
}

function withheld(args: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = args[name];
  return value === undefined ? args : { ...args, [name]: { withheld: Array.isArray(value) ? value.length : 1 } };
}

const NAME_CHARACTERS_MAX = 200;

/** The ids and names of what came back and the changes it reports; the rest of a result may hold a token. */
export function auditedResult(json: string): Record<string, unknown> {
  const result = (JSON.parse(json) ?? {}) as Record<string, { id?: unknown; name?: unknown } | null>;
  const texts = (wanted: 'id' | 'name') =>
    Object.entries(result).flatMap(([part, value]) => {
      const text = value?.[wanted];
      return typeof text === 'string' ? [[part, text.slice(0, NAME_CHARACTERS_MAX)]] : [];
    });
  const [ids, names] = [texts('id'), texts('name')];
  const { applied, not_applied } = result;
  return {
    ...(ids.length > 0 && { ids: Object.fromEntries(ids) }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    applied,
    not_applied,
  };
}

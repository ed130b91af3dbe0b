/** What of a call's arguments and result goes into the audit trail: enough to know what was done, never a secret. */
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

/** The ids of what came back and the changes it reports; the rest of a result may hold a token. */
export function auditedResult(json: string): Record<string, unknown> {
  const result = (JSON.parse(json) ?? {}) as Record<string, { id?: unknown } | null>;
  const ids = Object.entries(result).flatMap(([name, value]) =>
    typeof value?.id === 'string' ? [[name, value.id]] : [],
  );
  const { applied, not_applied } = result;
  return { ...(ids.length > 0 && { ids: Object.fromEntries(ids) }), applied, not_applied };
}

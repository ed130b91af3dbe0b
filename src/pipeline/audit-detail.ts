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
  const result: unknown = JSON.parse(json);
  if (typeof result !== 'object' || result === null) return {};
  const ids = Object.entries(result).flatMap(([name, value]) => {
    const id: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>).id : undefined;
    return typeof id === 'string' ? [[name, id] as const] : [];
  });
  const { applied, not_applied } = result as Record<string, unknown>;
  return {
    ...(ids.length > 0 && { ids: Object.fromEntries(ids) }),
    ...(applied !== undefined && { applied }),
    ...(not_applied !== undefined && { not_applied }),
  };
}

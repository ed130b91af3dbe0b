/** What of a call's arguments and result goes into the audit trail: enough to know what was done, never a secret. */
const ARGUMENT_CHARACTERS_MAX = 16_384;

export function auditedArguments(args: Record<string, unknown>): unknown {
  const json = JSON.stringify(args);
  return json.length <= ARGUMENT_CHARACTERS_MAX
    ? args
    : { cut: true, characters: json.length, start: json.slice(0, 2048) };
}

const NAME_CHARACTERS_MAX = 200;

/** The ids and names of what came back and the changes it reports; the rest of a result may hold a token. */
export function auditedResult(json: string): Record<string, unknown> {
  const result: unknown = JSON.parse(json);
  if (typeof result !== 'object' || result === null) return {};
  const texts = (wanted: 'id' | 'name') =>
    Object.entries(result).flatMap(([part, value]) => {
      const text: unknown = typeof value === 'object' && value !== null ? value[wanted] : undefined;
      return typeof text === 'string' ? [[part, text.slice(0, NAME_CHARACTERS_MAX)] as const] : [];
    });
  const [ids, names] = [texts('id'), texts('name')];
  const { applied, not_applied } = result as Record<string, unknown>;
  return {
    ...(ids.length > 0 && { ids: Object.fromEntries(ids) }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...(applied !== undefined && { applied }),
    ...(not_applied !== undefined && { not_applied }),
  };
}

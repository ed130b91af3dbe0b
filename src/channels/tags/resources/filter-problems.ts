import type { Problem } from '../../../errors.ts';
import type { Condition } from '../wire.ts';

const FILTERS = { filter: 'filter', autoEventFilter: 'auto_event_filter', customEventFilter: 'custom_event_filter' };

/** Conditions about nothing, which the platform answers with a fault of its own (500) instead of a refusal. */
export function filterProblems(body: unknown): Problem[] {
  if (typeof body !== 'object' || body === null) return [];
  const { changes, trigger } = body as { changes?: unknown; trigger?: unknown };
  const inside = [...(Array.isArray(changes) ? changes : []), ...(trigger ? [trigger] : [])];
  return [...inside.flatMap(filterProblems), ...Object.entries(FILTERS).flatMap((names) => problemsOf(body, names))];
}

function problemsOf(body: object, [field, argument]: [string, string]): Problem[] {
  const conditions = (body as Record<string, unknown>)[field];
  if (!Array.isArray(conditions)) return [];
  return (conditions as Partial<Condition>[]).flatMap(({ parameter = [] }, at) =>
    parameter.some(({ key, value }) => key === 'arg0' && value)
      ? []
      : [
          {
            field: `${argument}.${at}.variable`,
            message: 'is needed: the variable that is compared, such as {{Page URL}}',
          },
        ],
  );
}

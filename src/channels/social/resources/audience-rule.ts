import { z } from 'zod';
import type { Problem } from '../../../errors.ts';

const RULES_MAX = 10;
const RETENTION_DAYS_MAX = 540;
const DAY_S = 86_400;

export const RetentionDays = z.int().min(1).max(RETENTION_DAYS_MAX).describe('Days people stay in it');

const Part = z.object({
  operator: z.enum(['or', 'and']).optional(),
  rules: z.array(
    z.looseObject({
      event_sources: z.array(z.looseObject({ id: z.union([z.string(), z.number()]), type: z.string() })).min(1),
      retention_seconds: z.number().min(0),
    }),
  ),
});
const Rule = z.looseObject({ inclusions: Part.refine(({ rules }) => rules.length > 0), exclusions: Part.optional() });

/** The rule of an audience as JSON text, checked here because the platform's refusal does not name the wrong part. */
export const AudienceRule = z
  .string()
  .max(65_536)
  .superRefine((text, context) => {
    const problem = problemWith(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .describe(
    'JSON text: {"inclusions":{"operator":"or","rules":[{"event_sources":[{"id","type"}],"retention_seconds","filter"}]}}',
  );

function problemWith(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not valid JSON';
  }
  const parsed = Rule.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') || 'the rule';
    return `${path} is missing or wrong: inclusions.rules[] need event_sources [{id, type}] and retention_seconds`;
  }
  const misspelt = misspeltEvent(parsed.data);
  if (misspelt) return misspelt;
  const count = parsed.data.inclusions.rules.length + (parsed.data.exclusions?.rules.length ?? 0);
  return count > RULES_MAX ? `holds ${count} rules; at most ${RULES_MAX} are allowed` : undefined;
}

/** The platform's standard events. Names are case-sensitive, and a misspelt one is accepted and matches no people. */
const STANDARD_EVENTS =
  'PageView ViewContent Search AddToCart AddToWishlist InitiateCheckout AddPaymentInfo Purchase Lead CompleteRegistration Contact CustomizeProduct Donate FindLocation Schedule StartTrial SubmitApplication Subscribe'.split(
    ' ',
  );

function misspeltEvent({ inclusions, exclusions }: z.infer<typeof Rule>): string | undefined {
  const rules = [...inclusions.rules, ...(exclusions?.rules ?? [])];
  const fromPixels = rules.filter(({ event_sources }) => event_sources.some(({ type }) => type === 'pixel'));
  for (const value of fromPixels.flatMap((rule) => eventsIn(rule.filter))) {
    const message = misspelling(value);
    if (message) return message;
  }
  return undefined;
}

function misspelling(event: string): string | undefined {
  const meant = STANDARD_EVENTS.find((name) => name !== event && name.toLowerCase() === alike(event));
  return meant && `the event "${event}" would match nobody: pixels send it as "${meant}"`;
}

function alike(event: string): string {
  return event.toLowerCase().replace(/[\s_-]/g, '');
}

function eventsIn(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  const { filters, field, value } = filter as { filters?: unknown; field?: unknown; value?: unknown };
  const own = field === 'event' && typeof value === 'string' ? [value] : [];
  return [...own, ...(Array.isArray(filters) ? filters.flatMap(eventsIn) : [])];
}

export const PixelEvent = z
  .string()
  .min(1)
  .max(100)
  .superRefine((event, context) => {
    const message = misspelling(event);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .describe('Standard event (Purchase, AddToCart …) or an own one');

interface Visitors {
  pixel_id: string;
  visited_days: number;
  event?: string | undefined;
  exclude_event?: string | undefined;
}

/** The most common rule: visitors, or people with one event and without another. */
export function visitorRule({ pixel_id, visited_days, event, exclude_event }: Visitors): string {
  const who = (field: string, operator: string, value: string) => ({
    operator: 'or',
    rules: [
      {
        event_sources: [{ id: pixel_id, type: 'pixel' }],
        retention_seconds: visited_days * DAY_S,
        filter: { operator: 'and', filters: [{ field, operator, value }] },
      },
    ],
  });
  return JSON.stringify({
    // "URL contains the empty text" is the platform's way to write "all visitors".
    inclusions: event === undefined ? who('url', 'i_contains', '') : who('event', 'eq', event),
    ...(exclude_event !== undefined && { exclusions: who('event', 'eq', exclude_event) }),
  });
}

/** With different days in rule and argument the platform uses one of them without saying which, so they must agree. */
export function retentionProblems({
  rule,
  retention_days,
}: {
  rule?: string | undefined;
  retention_days?: number | undefined;
}): Problem[] {
  if (rule === undefined || retention_days === undefined) return [];
  // An existing rule may have a form that we do not accept for new ones.
  const known = Rule.safeParse(JSON.parse(rule)).data;
  const other = known?.inclusions.rules
    .map(({ retention_seconds }) => retention_seconds / DAY_S)
    .find((days) => days !== retention_days);
  if (other === undefined) return [];
  return [
    {
      field: 'retention_days',
      message: `is ${retention_days}, and retention_seconds in the rule are ${other} days; make them the same or leave retention_days out`,
    },
  ];
}

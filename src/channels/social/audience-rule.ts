import { z } from 'zod';

const RULES_MAX = 10;
const RETENTION_DAYS_MAX = 540;

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

/** The rule of an audience as JSON text, checked for what the platform would otherwise refuse without naming it. */
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
  const count = parsed.data.inclusions.rules.length + (parsed.data.exclusions?.rules.length ?? 0);
  return count > RULES_MAX ? `holds ${count} rules; at most ${RULES_MAX} are allowed` : undefined;
}

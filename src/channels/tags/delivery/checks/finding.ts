import { z } from 'zod';
import type { Named } from '../../resources/objects/references.ts';

/** What an audit looks for, the worst of each severity first: findings stand in this order. */
const KINDS = [
  'secret',
  'missing_trigger',
  'missing_variable',
  'missing_tag',
  'duplicate_tag',
  'purchase_on_every_page',
  'no_trigger',
  'never_fires',
  'always_blocked',
  'missing_consent',
  'insecure_script',
  'unknown_account',
  'conversion_without_tag',
  'no_conversion_linker',
  'no_google_tag',
  'value_without_currency',
  'unknown_parameter',
  'outdated_tag',
  'document_write',
  'schedule_over',
  'paused',
  'duplicate_trigger',
  'duplicate_variable',
  'unused_trigger',
  'unused_variable',
  'custom_html',
] as const;
type AuditKind = (typeof KINDS)[number];

export const SEVERITIES = ['high', 'medium', 'low'] as const;
type Severity = (typeof SEVERITIES)[number];

/** A call without the place it is made in, which is the same for all of an answer. */
export interface Mend {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
}

export interface AuditFinding {
  severity: Severity;
  kind: AuditKind;
  /** One sentence. */
  what: string;
  objects: readonly Named[];
  /** The call that mends it, or why there is none. */
  mend: Mend | string;
}

export const FindingOutput = z.looseObject({
  severity: z.enum(SEVERITIES),
  kind: z.string(),
  what: z.string(),
  objects: z.array(z.looseObject({})).describe('kind, id, name'),
  mend: z.looseObject({}).optional().describe('Ready call'),
  why_no_mend: z.string().optional(),
});

/** The worst first; within a kind by the objects' ids, so that two audits of the same contents are the same. */
export function byWeight(one: AuditFinding, other: AuditFinding): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    byObjects(one.objects, other.objects) ||
    (one.what < other.what ? -1 : Number(one.what > other.what))
  );
}

function byObjects(one: readonly Named[], other: readonly Named[]): number {
  for (const [at, { kind, id }] of one.entries()) {
    const against = other[at];
    if (!against) return 1;
    const order = kind === against.kind ? Number(id) - Number(against.id) : kind < against.kind ? -1 : 1;
    if (order) return order;
  }
  return one.length - other.length;
}

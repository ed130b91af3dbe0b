import { z } from 'zod';
import { ROLES } from '../auth/members.ts';

/** Schemas that several tRPC namespaces share. Times are ISO 8601 in UTC. */
export const Id = z.string().min(1).max(200);
/** The name of a channel, a tool or a platform, or a digest. */
export const Word = z.string().max(100);
export const Moment = z.iso.datetime();
export const Mode = z.enum(['sandbox', 'live']);
export const RoleName = z.enum(ROLES);
export const Password = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(128, 'must have at most 128 characters');
export const Email = z.email('is no e-mail address').trim().toLowerCase().max(254);
export const PersonName = z.string().trim().min(1, 'is empty').max(100);
export const WorkspaceName = z.string().trim().min(1, 'is empty').max(100);

/** The error object that a failed tool call answers with. */
const ToolError = z.looseObject({
  channel: z.string(),
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  outcome: z.enum(['not_applied', 'applied', 'unknown']),
  next_step: z.string(),
  field: z.string().optional(),
  allowed_values: z.array(z.unknown()).optional(),
  problems: z.array(z.looseObject({ field: z.string(), message: z.string() })).optional(),
  retry_after_s: z.number().optional(),
  upstream: z
    .looseObject({
      code: z.union([z.string(), z.number()]).optional(),
      message: z.string().optional(),
      trace_id: z.string().optional(),
    })
    .optional(),
});

export const ToolAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.record(z.string(), z.unknown()), requestId: z.string() }),
  z.object({ ok: z.literal(false), error: ToolError, requestId: z.string() }),
]);

/** The author of a change: a key, a person, or the service itself (`command line`, `first-start`). */
export const Actor = z.object({ kind: z.enum(['key', 'person', 'service']), id: z.string(), name: z.string() });

export const Done = z.object({ done: z.boolean() });

const Tab = z.object({
  name: z.string(),
  hidden: z.boolean(),
  rows: z.number().nullable(),
  columns: z.number().nullable(),
});

export const Sheet = z.object({ id: Id, name: z.string(), tabs: z.array(Tab), notes: z.array(z.string()) });

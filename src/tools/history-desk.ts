import { z } from 'zod';
import { asListed } from './as-listed.ts';
import type { ShownPlan } from './plan-desk.ts';
import type { MadeChange } from './undo.ts';

const Applied = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

/** The most changes that are taken back at once. */
export const UNDONE_MAX = 50;

export const COVERAGE = ['full', 'partial', 'none'] as const;

const Who = z.object({ id: z.string(), kind: z.enum(['key', 'person', 'service']), name: z.string().optional() });

/** A change as callers see it. */
export const ShownChange = z.object({
  change_id: z.string(),
  call_id: z.string(),
  at: z.string(),
  who: Who,
  channel: z.string(),
  tool: z.string(),
  object: z.object({ id: z.string().optional(), name: z.string().optional() }),
  outcome: z.enum(['applied', 'unknown']),
  applied: Applied.optional(),
  rows: z.array(z.object({ id: z.string(), applied: Applied.optional() })).optional(),
  plan: z
    .object({ id: z.string(), campaigns: z.number(), made: z.number() })
    .optional()
    .describe('The launch of a media plan, as one change; its parts: plan_id'),
  part_of: z.string().optional().describe('The plan whose launch it was a part of'),
  undo: z.enum(COVERAGE),
  why: z.string().optional().describe('Why not all of it can be undone'),
  undone: z
    .object({ at: z.string(), by: Who, state: z.string(), call_id: z.string().optional() })
    .optional()
    .describe('Undoing its call_id makes the change again'),
});
export type ShownChange = z.infer<typeof ShownChange>;

/** One field of a change that is taken back. */
export const UndoField = z.object({
  object: z.string().optional(),
  field: z.string().optional(),
  now: z.unknown().optional(),
  back_to: z.unknown().optional(),
  will_be: z.enum(['undone', 'as_before', 'changed_since', 'lowest_allowed', 'nearest', 'impossible']),
  code: z.string().optional().describe('Of the refusal; not_found: the object is gone'),
  why: z.string().optional(),
  changed: z.object({ by: Who, at: z.string() }).optional().describe('Through this service: who changed it since'),
});
export type UndoField = z.infer<typeof UndoField>;

export const UndoneChange = z.object({
  change_id: z.string(),
  channel: z.string(),
  tool: z.string(),
  object: ShownChange.shape.object,
  undo: z.enum(COVERAGE),
  fields: z.array(UndoField),
  stays: z.array(z.string()).describe('What is not taken back in any case'),
});
export type UndoneChange = z.infer<typeof UndoneChange>;

/** A plan of the undo, and what became of it where it was to be applied. */
export const UndoPlan = z.object({
  plan: asListed('list_plans') as unknown as z.ZodType<ShownPlan>,
  change_ids: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string(), next_step: z.string() }).optional(),
});
export type UndoPlan = z.infer<typeof UndoPlan>;

export const UndoReport = z.object({
  undo: z.enum(COVERAGE),
  changes: z.array(UndoneChange).describe('Newest first'),
  plans: z.array(UndoPlan).describe('In the order they are applied in'),
});
export type UndoReport = z.infer<typeof UndoReport>;

export interface HistoryQuestion {
  since?: string | undefined;
  until?: string | undefined;
  /** Ids of keys or people; `agent` is any key, `person` any person. */
  changed_by?: readonly string[] | undefined;
  channel?: readonly string[] | undefined;
  object?: readonly string[] | undefined;
  /** The lists above that exclude instead of include. */
  not?: readonly ('changed_by' | 'channel' | 'object')[] | undefined;
  /** In ids, names and arguments. */
  search?: string | undefined;
  /** Only the changes that the launch of this media plan was made of. */
  plan?: string | undefined;
  /** The number of the last change that was listed. */
  before?: number | undefined;
  limit: number;
}

export interface UndoRequest {
  change_id?: string | undefined;
  change_ids?: readonly string[] | undefined;
  call_id?: string | undefined;
  since?: string | undefined;
  key?: string | undefined;
  preview: boolean;
  reason?: string | undefined;
}

/** A change as the tools of its own channel find it again. */
export interface RememberedChange extends MadeChange {
  at: string;
  who: z.infer<typeof Who>;
  tool: string;
  outcome: 'applied' | 'unknown';
}

/** What was changed in the call's workspace, for the tools that speak of it. */
export interface HistoryDesk {
  /** The last changes of a channel with their arguments, newest first. */
  remembered(channel: string, limit: number): Promise<readonly RememberedChange[]>;
  /** Newest first. `next`: the number to go on before. */
  list(question: HistoryQuestion): Promise<{ changes: ShownChange[]; next?: number }>;
  /** How the fields of a change are now, without a plan. */
  look(changeId: string): Promise<UndoneChange>;
  undo(request: UndoRequest): Promise<UndoReport>;
  /** Whether that undo would only pause and cut, by what is on record; false where there is nothing to undo. */
  undoLessens(request: UndoRequest): Promise<boolean>;
}

import { z } from 'zod';
import { Money } from './money.ts';

export const FILE_FORMATS = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A source that should be in an answer and is not, with what to do about it. */
const MissingPart = z.object({
  channel: z.string(),
  account: z.string().optional(),
  code: z.string(),
  reason: z.string(),
  next_step: z.string(),
});
export type MissingPart = z.infer<typeof MissingPart>;

export const missingOutput = {
  missing: z.array(MissingPart),
  partial: z.boolean().describe('Something that was asked for is missing'),
};

/** What an export tells besides its file. */
export const PlanExport = z.object({
  campaigns: z.int(),
  rows: z.int().describe('Below the heads'),
  sums: z
    .array(
      z.object({
        currency: z.string(),
        campaigns: z.int(),
        total: Money.optional().describe('Of budgets for the whole run'),
        daily: Money.optional().describe('Of budgets a day'),
      }),
    )
    .describe('One a currency'),
  ...missingOutput,
  notes: z.array(z.string()),
});
export type PlanExport = z.infer<typeof PlanExport>;

/** What runs, or the sheet of a plan with a column of notes. */
export interface ExportRequest {
  plan_id?: string | undefined;
  channels?: string[] | undefined;
  accounts?: string[] | undefined;
  status?: 'ACTIVE' | 'PAUSED' | 'OTHER' | undefined;
  name_contains?: string | undefined;
  format: FileFormat;
}

/** A file that is made while it is read. */
export interface PlanFile {
  name: string;
  type: string;
  pieces(signal?: AbortSignal): AsyncIterable<string | Uint8Array>;
}

export interface MadeExport {
  told: PlanExport;
  file: PlanFile;
}

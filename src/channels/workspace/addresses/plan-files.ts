import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { questionArguments } from '../../../reports/question.ts';
import { filterArguments } from '../../../reports/row-filter.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { type ExportRequest, FILE_FORMATS, type FileFormat } from '../../../tools/media-plan-files.ts';
import { StreamedReply } from '../../../tools/streamed-reply.ts';
import { channel } from '../channel.ts';

/** What `export_plan` and its addresses take. */
export const exportArguments = {
  channels: questionArguments.channels,
  accounts: questionArguments.accounts,
  status: filterArguments.status.describe('Everything but what has ended when left out; OTHER: ended'),
  name_contains: filterArguments.name_contains.describe('Campaigns whose name has this in it'),
  plan_id: oneLine(80).optional().describe('Instead of what runs: the sheet of this plan, with notes'),
};

export function exportProblems(args: Omit<ExportRequest, 'format'>): Problem[] {
  if (args.plan_id === undefined) return [];
  return (['channels', 'accounts', 'status', 'name_contains'] as const)
    .filter((field) => args[field] !== undefined)
    .map((field) => ({ field, message: 'cannot be given with plan_id: a sheet is given back as a whole' }));
}

function exportPath(format: FileFormat): string {
  return `/media-plan.${format}`;
}

export function exportAddress({ format, ...filters }: ExportRequest, workspaceId: string): string {
  const query = new URLSearchParams(
    Object.entries({ ...filters, workspaceId }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );
  return `${exportPath(format)}?${query}`;
}

/** `GET /media-plan.xlsx` and `/media-plan.csv`: `export_plan` for programs, without a limit of size. It counts as that tool. */
function exportedPlan(format: FileFormat) {
  return defineTool(channel, {
    name: 'export_plan',
    title: `What runs as a media plan, as .${format}`,
    description: 'The file of `export_plan`. What could not be read is a row that says so.',
    toolset: 'media_plans',
    access: 'read',
    repeat: 'safe',
    input: z.strictObject(exportArguments),
    output: z.object({}),
    rules: exportProblems,
    async run(args, { mediaPlans, signal }) {
      const { file } = await mediaPlans.export({ ...args, format });
      return new StreamedReply(file.type, file.pieces(signal), file.name);
    },
  });
}

/** By their addresses. */
export const planFiles = Object.fromEntries(FILE_FORMATS.map((format) => [exportPath(format), exportedPlan(format)]));

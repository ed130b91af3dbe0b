import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { cleanReply } from '../../../text/clean-reply.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { FILE_FORMATS, PlanExport, type PlanFile } from '../../../tools/media-plan-files.ts';
import { RichReply } from '../../../tools/rich-reply.ts';
import { exportAddress, exportArguments, exportProblems } from '../addresses/plan-files.ts';
import { channel } from '../channel.ts';

/** As base64 it leaves room for the rest of a reply. */
const EMBEDDED_BYTES_MAX = 524_288;

export default defineTool(channel, {
  name: 'export_plan',
  title: 'What runs, as a media plan',
  description:
    'The campaigns of all connected channels as a spreadsheet in the shape that plan_from_sheet reads: .xlsx with formats, or .csv. The file is in the reply up to 512 KB, and at `file.address` (GET, same key). With plan_id: the sheet of that plan with a column of notes.',
  toolset: 'media_plans',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    ...exportArguments,
    format: z.enum(FILE_FORMATS).default('xlsx').describe('xlsx or csv'),
  }),
  output: PlanExport.extend({
    file: z.object({
      name: z.string(),
      type: z.string(),
      bytes: z.int().nullable().describe('null: too large for a reply, fetch it from address'),
      address: z.string().describe('Of this service'),
    }),
  }),
  rules: exportProblems,
  async run(args, { mediaPlans, signal, workspace }) {
    const { told, file } = await mediaPlans.export(args);
    const { name, type } = file;
    const bytes = await bytesOf(file, signal);
    const address = exportAddress(args, workspace.id);
    const { reply, json } = cleanReply({ ...told, file: { name, type, bytes: bytes?.length ?? null, address } });
    const embedded = bytes && { uri: address, mimeType: type, ...contentOf(bytes, type) };
    return new RichReply(
      [{ type: 'text', text: json }, ...(embedded ? [{ type: 'resource', resource: embedded }] : [])],
      { structured: reply },
    );
  },
});

/** Undefined: more than a reply can carry. */
async function bytesOf({ pieces }: PlanFile, signal: AbortSignal): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces(signal)) {
    const part = Buffer.from(piece as Uint8Array);
    parts.push(part);
    size += part.length;
    if (size > EMBEDDED_BYTES_MAX) return undefined;
  }
  return Buffer.concat(parts);
}

function contentOf(bytes: Buffer, type: string) {
  return type.startsWith('text/') ? { text: cleanText(bytes.toString()) } : { blob: bytes.toString('base64') };
}

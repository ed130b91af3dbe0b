import type { Failure } from '../../errors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { Tool } from '../../tools/define-tool.ts';

interface OfficePage {
  range?: string;
  values: readonly (readonly unknown[])[];
}

/** The channel for spreadsheets of a pipeline: one sheet that answers these pages, one after the other, or refuses. */
export function officeOf(pages: readonly OfficePage[], failure?: Failure) {
  const channel = { name: 'office' };
  const tools = ['read_sheet', 'describe_spreadsheet'].map((name) => ({ channel, name })) as unknown as Tool[];
  const asked: Record<string, unknown>[] = [];
  const runTool = async (_: Pipeline, { name }: Tool, given: unknown) => {
    const args = given as Record<string, unknown>;
    asked.push({ tool: name, ...args });
    const at = Number(args.cursor ?? 0);
    const next = at + 1 < pages.length && { next_cursor: String(at + 1) };
    const page = { spreadsheet_id: 's', range: 'Plan!A1:Z9', ...pages[at], ...next };
    const reply = name === 'read_sheet' ? page : { spreadsheet: { name: 'Q4' } };
    return { json: JSON.stringify(reply), ...(failure && { failure }) };
  };
  return { tools, runTool: runTool as unknown as Pipeline['runTool'], asked };
}

import { HttpError } from '../../errors.ts';
import { REPLY_BYTES_MAX } from '../../pipeline/bound-reply.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { runTool } from '../../pipeline/run-tool.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { acceptedType } from '../accepted-type.ts';
import { httpErrorOf } from '../failure-status.ts';
import type { Page, PageRequest } from '../page.ts';
import { JSON_TYPE } from '../refusals.ts';

export const SHEETS_READ_PATH = '/office/sheets/read';

const OTHER_NAMES: Readonly<Record<string, string>> = { spreadsheet_id: 'spreadsheetId', id: 'spreadsheetId' };
const FORMATS = { 'application/json': 'json', 'text/csv': 'csv' } as const;

/** Reading cells by a plain GET: the tool's own pipeline, with the parameters of the address as its arguments. */
export function sheetsReadPage(pipeline: Pipeline, tool: Tool): Page {
  return {
    path: SHEETS_READ_PATH,
    guarded: true,
    async handler(request) {
      const { principal, requestId, gone } = request;
      if (principal === undefined) throw new HttpError(401, 'UNAUTHORIZED', 'A valid API key is needed.');
      const room = { bytes: REPLY_BYTES_MAX, as: 'data' } as const;
      const call = { principal, requestId, gone, readOnly: true, room, charge: async () => {} };
      const { json, stream, failure } = await runTool(pipeline, tool, argumentsOf(request), call);
      if (failure) throw httpErrorOf(failure);
      const headers = { Vary: 'Accept' };
      return stream ? { type: stream.type, body: stream.pieces, headers } : { type: JSON_TYPE, body: json, headers };
    },
  };
}

function argumentsOf({ query, headers }: PageRequest): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(query)) {
    const name = OTHER_NAMES[given] ?? given;
    if (name in named || Array.isArray(value))
      throw new HttpError(400, 'BAD_REQUEST', `\`${name}\` is given more than once. Give it once.`);
    named[name] = value;
  }
  return 'format' in named ? named : { ...named, format: formatOf(headers.accept) };
}

function formatOf(accept: string | string[] | undefined): string {
  const type = acceptedType(accept?.toString(), Object.keys(FORMATS) as (keyof typeof FORMATS)[]);
  if (type) return FORMATS[type];
  throw new HttpError(
    406,
    'BAD_REQUEST',
    `The Accept header refuses both forms there are. Accept one of: ${Object.keys(FORMATS).join(', ')}.`,
  );
}

import { HttpError } from '../../errors.ts';
import { REPLY_BYTES_MAX } from '../../pipeline/bound-reply.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { runTool } from '../../pipeline/run-tool.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { httpErrorOf } from '../failure-status.ts';
import type { Page } from '../page.ts';
import { queryArguments } from '../query-arguments.ts';

/** A file of a media plan by a plain GET: the tool's own pipeline, with the parameters of the address as its arguments. */
export function mediaPlanFilePage(path: string, pipeline: Pipeline, tool: Tool): Page {
  return {
    path,
    guarded: true,
    async handler({ principal, requestId, gone, query }) {
      if (principal === undefined) throw new HttpError(401, 'UNAUTHORIZED', 'A valid API key is needed.');
      const room = { bytes: REPLY_BYTES_MAX, as: 'data' } as const;
      const call = { principal, requestId, gone, readOnly: true, room, charge: async () => {} };
      const { json, stream, failure } = await runTool(pipeline, tool, queryArguments(tool, query), call);
      if (failure) throw httpErrorOf(failure);
      if (!stream) return { type: 'application/json', body: json };
      const headers = { 'Content-Disposition': `attachment; filename="${stream.fileName}"` };
      return { type: stream.type, body: stream.pieces, headers };
    },
  };
}

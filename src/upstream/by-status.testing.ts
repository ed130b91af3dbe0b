import { judge } from './dialect.ts';
import { errorTable } from './error-table.ts';
import { type Judgement, WELL } from './judgement.ts';
import type { UpstreamReply } from './session.ts';

const NO_CODES = errorTable('0 | request | none | none | none');

/** The judgement of a platform that says everything by HTTP status. */
export async function byStatus({ status }: UpstreamReply): Promise<Judgement> {
  return status < 300 ? WELL : judge(NO_CODES, { message: '' }, status);
}

import type { JobKind } from '../jobs/jobs.ts';
import type { Pipeline } from '../pipeline/call.ts';

/** Everything that the service does by itself, by kind. */
export function jobKinds(_pipeline: Pipeline): JobKind[] {
  return [];
}

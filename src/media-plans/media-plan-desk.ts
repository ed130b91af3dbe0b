import { Failure } from '../errors.ts';
import type { JobPlace } from '../pipeline/call.ts';
import type { MediaPlanDesk } from '../tools/media-plan-desk.ts';
import { compareToPlan } from './comparing/compare-to-plan.ts';
import { exportPlan } from './export/export-plan.ts';

/** The media plans of one workspace, as a call reaches them. */
export function mediaPlanDesk(job: JobPlace): MediaPlanDesk {
  return {
    fromSheet: async () => {
      throw new Failure({ code: 'not_found', message: 'Not there yet.', nextStep: 'Wait.' });
    },
    export: (request) => exportPlan(job, request),
    compare: (request) => compareToPlan(job, request),
  };
}

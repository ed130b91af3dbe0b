import type { Endpoints } from '../notices/endpoints.ts';
import type { EndpointDesk } from '../tools/endpoint-desk.ts';
import type { JobPlace } from './call.ts';

/** The endpoints of a call's workspace, without their secrets. */
export function endpointDesk(endpoints: Endpoints): (job: JobPlace) => EndpointDesk {
  return ({ workspace }) => ({
    async list() {
      const found = await endpoints.list(workspace.id);
      return found.map(({ id, kind, name, address, events, state, offBecause, failingSince }) => ({
        id,
        kind,
        name,
        address,
        events,
        state,
        ...(offBecause !== undefined && { off_because: offBecause }),
        ...(failingSince !== undefined && { failing_since: new Date(failingSince).toISOString() }),
      }));
    },
  });
}

import { activity } from './activity.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { attention } from './attention.ts';
import { connections } from './connections.ts';
import { consent } from './consent.ts';
import { conversions } from './conversions.ts';
import { endpoints } from './endpoints.ts';
import { grants } from './grants.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { leads } from './leads.ts';
import { limits } from './limits.ts';
import { mediaPlans } from './media-plans.ts';
import { members } from './members.ts';
import { router } from './procedure.ts';
import { rehearsal } from './rehearsal.ts';
import { session } from './session.ts';
import { sheets } from './sheets.ts';
import { stops } from './stops.ts';
import { tags } from './tags.ts';
import { tools } from './tools.ts';
import { workspaces } from './workspaces.ts';

/**
 * The web application's API, served by tRPC at `/api/trpc`. The schemas in these files are the one description for the
 * server, the pages (`import type { Api }`) and the tests. Sign-in, sessions, passwords and TOTP are better-auth's, at
 * `/api/auth`.
 */
export const api = router({
  session,
  tools,
  alerts,
  attention,
  keys,
  grants,
  consent,
  connections,
  conversions,
  endpoints,
  activity,
  approvals,
  history,
  leads,
  limits,
  mediaPlans,
  rehearsal,
  sheets,
  stops,
  tags,
  members,
  workspaces,
});

export type Api = typeof api;

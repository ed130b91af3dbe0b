import { accountRoutes } from './accounts.ts';
import { builtInVariableRoutes } from './built-in-variables.ts';
import { containerRoutes } from './containers.ts';
import { entityRoutes } from './entities.ts';
import type { Route } from './route.ts';
import { versionMakingRoutes } from './version-making.ts';
import { versionRoutes } from './versions.ts';
import { workspaceRoutes } from './workspaces.ts';

/** Every call that is served. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...containerRoutes,
  ...workspaceRoutes,
  ...versionMakingRoutes,
  ...entityRoutes,
  ...builtInVariableRoutes,
  ...versionRoutes,
];

import { accountRoutes } from './accounts.ts';
import { builtInVariableRoutes } from './built-in-variables.ts';
import { bulkUpdateRoutes } from './bulk-update.ts';
import { conflictRoutes } from './conflicts.ts';
import { containerRoutes } from './containers.ts';
import { destinationRoutes } from './destinations.ts';
import { entityRoutes } from './entities.ts';
import { environmentRoutes } from './environments.ts';
import { folderRoutes } from './folders.ts';
import { galleryRoutes } from './gallery.ts';
import type { Route } from './route.ts';
import { userPermissionRoutes } from './user-permissions.ts';
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
  ...conflictRoutes,
  ...bulkUpdateRoutes,
  ...folderRoutes,
  ...galleryRoutes,
  ...environmentRoutes,
  ...destinationRoutes,
  ...userPermissionRoutes,
];

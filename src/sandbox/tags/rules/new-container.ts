import { randomBytes } from 'node:crypto';
import { containerPath, type Place } from '../format.ts';
import { type Container, type Content, type Environment, emptyContent, type Workspace } from '../state/shapes.ts';
import type { Store } from '../state.ts';

const EVERYWHERE =
  'supportUserPermissions supportEnvironments supportWorkspaces supportBuiltInVariables supportFolders supportTags supportTemplates supportTriggers supportVariables supportVersions';
const BY_CONTEXT = 'supportZones supportClients supportTransformations supportGtagConfigs';

/** What a container can do, by where it runs. A Google tag can hardly do anything. */
export function featuresOf(usageContext: readonly string[], googleTag = false): Record<string, boolean> {
  const server = usageContext.includes('server');
  const own = {
    supportZones: !server,
    supportClients: server,
    supportTransformations: server,
    supportGtagConfigs: false,
  };
  return Object.fromEntries(
    [...EVERYWHERE.split(' '), ...BY_CONTEXT.split(' ')].map((name) => [
      name,
      !googleTag && (own[name as keyof typeof own] ?? true),
    ]),
  );
}

type NewContainer = Omit<Container, 'features' | 'fingerprint' | 'latest'>;

/** A container with its first, empty version 0, its default workspace, and the two environments that follow it. */
export function newContainer(store: Store, given: NewContainer): Container {
  const container: Container = {
    ...given,
    features: featuresOf(given.usageContext, given.googleTag),
    fingerprint: store.nextFingerprint(),
    latest: '0',
  };
  const place = { account: container.accountId, container: container.containerId };
  const path = containerPath(place);
  store.save('container', path, container);
  store.save('version', `${path}/versions/0`, {
    containerVersionId: '0',
    fingerprint: store.nextFingerprint(),
    content: emptyContent(),
  });
  newWorkspace(store, place, { name: 'Default Workspace', base: '0', content: emptyContent() });
  for (const [name, type] of [
    ['Live', 'live'],
    ['Latest', 'latest'],
  ] as const)
    newEnvironment(store, place, { name, type });
  return container;
}

export function newWorkspace(
  store: Store,
  place: Place,
  given: { name: string; description?: string; base: string; content: Content },
): Workspace {
  const workspaceId = store.nextNumber(`workspace of ${place.container}`);
  const workspace: Workspace = { workspaceId, ...given, fingerprint: store.nextFingerprint(), conflicts: [] };
  store.save('workspace', `${containerPath(place)}/workspaces/${workspaceId}`, workspace);
  return workspace;
}

export function newEnvironment(
  store: Store,
  place: Place,
  given: Pick<Environment, 'name' | 'type'> & Partial<Environment>,
): Environment {
  const environmentId = store.nextNumber(`environment of ${place.container}`);
  const environment: Environment = {
    ...given,
    environmentId,
    ...newAuthorization(store),
    fingerprint: store.nextFingerprint(),
  };
  store.save('environment', `${containerPath(place)}/environments/${environmentId}`, environment);
  return environment;
}

/** The code opens previews to everybody who has it: a secret. */
export function newAuthorization(store: Store): Pick<Environment, 'authorizationCode' | 'authorizationTimestamp'> {
  return {
    authorizationCode: randomBytes(16).toString('base64url'),
    authorizationTimestamp: new Date(store.world.now()).toISOString(),
  };
}

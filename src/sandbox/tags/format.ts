import {
  type Account,
  ALL_KINDS,
  type Container,
  type Content,
  type Destination,
  type Doc,
  type Entity,
  type Environment,
  type Kind,
  type Permission,
  type Version,
  type Workspace,
} from './state/shapes.ts';

/** The path of an object and the ids that stand in it. */
export interface Place {
  account: string;
  container: string;
  workspace?: string;
}

export function accountPath(account: string): string {
  return `accounts/${account}`;
}

export function containerPath({ account, container }: Place): string {
  return `accounts/${account}/containers/${container}`;
}

export function workspacePath(place: Place): string {
  return `${containerPath(place)}/workspaces/${place.workspace}`;
}

export function versionPath(place: Place, version: string): string {
  return `${containerPath(place)}/versions/${version}`;
}

function pageUrl(path: string, link: string): string {
  return `https://tagmanager.google.com/#/container/${path}?apiLink=${link}`;
}

export function showAccount({ googleTags, ...account }: Account): Doc {
  return {
    path: accountPath(account.accountId),
    ...account,
    features: { supportUserPermissions: true, supportMultipleContainers: !googleTags },
    tagManagerUrl: pageUrl(accountPath(account.accountId), 'account'),
  };
}

export function showContainer({ live, latest, googleTag, ...container }: Container): Doc {
  const path = containerPath({ account: container.accountId, container: container.containerId });
  return { path, ...container, tagIds: [container.publicId], tagManagerUrl: pageUrl(path, 'container') };
}

export function showWorkspace(place: Place, { base, content, conflicts, ...workspace }: Workspace): Doc {
  const path = workspacePath({ ...place, workspace: workspace.workspaceId });
  return {
    path,
    accountId: place.account,
    containerId: place.container,
    ...workspace,
    tagManagerUrl: pageUrl(path, 'workspace'),
  };
}

/** An entity of a workspace, with its path and the ids in it. */
export function showEntity(place: Place, kind: Kind, entity: Entity): Doc {
  const path = `${workspacePath(place)}/${kind.collection}`;
  const ids = { accountId: place.account, containerId: place.container, workspaceId: place.workspace };
  if (kind.key === 'builtInVariable') return { path, ...ids, ...entity };
  const own = `${path}/${String(entity[kind.idField])}`;
  return { path: own, ...ids, ...entity, tagManagerUrl: pageUrl(own, kind.resource) };
}

export function showVersion(place: Place, container: Container, version: Version): Doc {
  const { content, deleted, ...own } = version;
  const path = versionPath(place, version.containerVersionId);
  const ids = { accountId: place.account, containerId: place.container };
  const listed = Object.fromEntries(
    ALL_KINDS.filter(({ key }) => content[key].length > 0).map(({ key }) => [
      key,
      content[key].map((entity) => ({ ...ids, ...entity })),
    ]),
  );
  return {
    path,
    ...ids,
    ...own,
    ...(deleted && { deleted }),
    container: showContainer(container),
    ...listed,
    tagManagerUrl: pageUrl(path, 'version'),
  };
}

const COUNTED: Record<string, keyof Content> = {
  numTags: 'tag',
  numTriggers: 'trigger',
  numVariables: 'variable',
  numZones: 'zone',
  numCustomTemplates: 'customTemplate',
  numClients: 'client',
  numTransformations: 'transformation',
  numGtagConfigs: 'gtagConfig',
};

/** Counts are text, and the ones of zero are there too. */
export function showVersionHeader(place: Place, { containerVersionId, name, deleted, content }: Version): Doc {
  return {
    path: `${containerPath(place)}/version_headers/${containerVersionId}`,
    accountId: place.account,
    containerId: place.container,
    containerVersionId,
    ...(name !== undefined && { name }),
    ...(deleted && { deleted }),
    ...Object.fromEntries(Object.entries(COUNTED).map(([field, key]) => [field, String(content[key].length)])),
  };
}

/** Environments of these two types follow the container. */
export function showEnvironment(place: Place, { live, latest }: Container, environment: Environment): Doc {
  const path = `${containerPath(place)}/environments/${environment.environmentId}`;
  const followed = { live, latest }[environment.type as string];
  return {
    path,
    accountId: place.account,
    containerId: place.container,
    ...environment,
    ...(followed !== undefined && { containerVersionId: followed }),
    tagManagerUrl: pageUrl(path, 'environment'),
  };
}

export function showDestination(place: Place, destination: Destination): Doc {
  const path = `${containerPath(place)}/destinations/${destination.destinationLinkId}`;
  return {
    path,
    accountId: place.account,
    containerId: place.container,
    ...destination,
    tagManagerUrl: pageUrl(path, 'destination'),
  };
}

export function showPermission(account: string, { permissionId, ...permission }: Permission): Doc {
  return { path: `${accountPath(account)}/user_permissions/${permissionId}`, accountId: account, ...permission };
}

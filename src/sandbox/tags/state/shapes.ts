/** What a container holds, as the platform keeps it. */

export type Doc = Record<string, unknown>;

export type EntityKey =
  | 'tag'
  | 'trigger'
  | 'variable'
  | 'builtInVariable'
  | 'folder'
  | 'customTemplate'
  | 'zone'
  | 'client'
  | 'transformation'
  | 'gtagConfig';

/** One entity without what its place tells: path, account, container and workspace are added when it is shown. */
export interface Entity extends Doc {
  fingerprint?: string;
  name?: string;
  type?: string;
}

/** All entities of a workspace or a version. */
export type Content = Record<EntityKey, Entity[]>;

export interface Kind {
  /** Its name in an Entity and in a version. */
  key: EntityKey;
  /** Its name in paths. */
  collection: string;
  idField: string;
  /** Its name in lists and in the answer to a revert. */
  listKey: string;
  feature: string;
  /** Its name in the ledger. */
  resource: string;
}

export const KINDS: readonly Kind[] = [
  kind('tag', 'tags', 'supportTags'),
  kind('trigger', 'triggers', 'supportTriggers'),
  kind('variable', 'variables', 'supportVariables'),
  kind('folder', 'folders', 'supportFolders'),
  {
    key: 'customTemplate',
    collection: 'templates',
    idField: 'templateId',
    listKey: 'template',
    feature: 'supportTemplates',
    resource: 'template',
  },
  kind('zone', 'zones', 'supportZones'),
  kind('client', 'clients', 'supportClients'),
  kind('transformation', 'transformations', 'supportTransformations'),
  { ...kind('gtagConfig', 'gtag_config', 'supportGtagConfigs'), resource: 'gtag_config' },
];

/** Built-in variables have no id and no fingerprint: they are enabled or not. */
export const BUILT_IN: Kind = {
  key: 'builtInVariable',
  collection: 'built_in_variables',
  idField: 'type',
  listKey: 'builtInVariable',
  feature: 'supportBuiltInVariables',
  resource: 'built_in_variable',
};

export const ALL_KINDS: readonly Kind[] = [...KINDS, BUILT_IN];

function kind(key: EntityKey, collection: string, feature: string): Kind {
  return { key, collection, idField: `${key}Id`, listKey: key, feature, resource: key };
}

export function emptyContent(): Content {
  return {
    tag: [],
    trigger: [],
    variable: [],
    builtInVariable: [],
    folder: [],
    customTemplate: [],
    zone: [],
    client: [],
    transformation: [],
    gtagConfig: [],
  };
}

export interface Account {
  accountId: string;
  name: string;
  shareData: boolean;
  fingerprint: string;
  /** It holds Google tags only, and is listed only when asked for. */
  googleTags?: true;
}

export interface Container {
  accountId: string;
  containerId: string;
  name: string;
  publicId: string;
  usageContext: string[];
  domainName?: string[];
  taggingServerUrls?: string[];
  notes?: string;
  features: Record<string, boolean>;
  fingerprint: string;
  /** A Google tag rather than a Tag Manager container. */
  googleTag?: true;
  /** The published version. */
  live?: string;
  /** The version that workspaces begin from. */
  latest: string;
}

export interface Workspace {
  workspaceId: string;
  name: string;
  description?: string;
  fingerprint: string;
  /** The version it was made from, or last synchronised with. */
  base: string;
  content: Content;
  conflicts: Conflict[];
}

/** An entity that was changed here and in a version since, each its own way. */
export interface Conflict {
  key: EntityKey;
  id: string;
  /** As it was in the version that both began from. */
  before?: Entity;
  /** As it is in the version that was taken in; left out when it was deleted there. */
  theirs?: Entity;
}

export interface Version {
  containerVersionId: string;
  name?: string;
  description?: string;
  deleted?: boolean;
  fingerprint: string;
  content: Content;
}

export interface Environment {
  environmentId: string;
  type: 'user' | 'live' | 'latest' | 'workspace';
  name: string;
  description?: string;
  url?: string;
  enableDebug?: boolean;
  containerVersionId?: string;
  workspaceId?: string;
  authorizationCode: string;
  authorizationTimestamp: string;
  fingerprint: string;
}

export interface Destination {
  destinationLinkId: string;
  destinationId: string;
  name: string;
  fingerprint: string;
}

export const RIGHTS = ['noAccess', 'read', 'edit', 'approve', 'publish'] as const;
export type Right = (typeof RIGHTS)[number];

export interface Permission {
  permissionId: string;
  emailAddress: string;
  accountAccess: { permission: 'noAccess' | 'user' | 'admin' };
  containerAccess: { containerId: string; permission: Right }[];
}

export function idOf(kind: Kind, entity: Entity): string {
  return String(entity[kind.idField]);
}

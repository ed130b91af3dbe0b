import { z } from 'zod';

/** A setting of a tag, trigger or variable. `value` is always text; lists hold parameters without keys, maps those with. */
export interface Parameter {
  type: string;
  key?: string | undefined;
  value?: string | undefined;
  list?: Parameter[] | undefined;
  map?: Parameter[] | undefined;
  [field: string]: unknown;
}
export const Parameter: z.ZodType<Parameter> = z.looseObject({
  type: z.string(),
  key: z.string().optional(),
  value: z.string().optional(),
  get list() {
    return z.array(Parameter).optional();
  },
  get map() {
    return z.array(Parameter).optional();
  },
});

/** A list that the platform leaves out when it is empty. */
const list = <T extends z.ZodType>(item: T) => z.array(item).default([]);

const common = {
  path: z.string().default(''),
  accountId: z.string().default(''),
  containerId: z.string().default(''),
  workspaceId: z.string().optional(),
  fingerprint: z.string().default(''),
  tagManagerUrl: z.string().optional(),
  name: z.string().default(''),
  notes: z.string().optional(),
  parentFolderId: z.string().optional(),
};

/** Loose, as all objects that are sent back whole: what we do not know of must not be lost. */
export const Tag = z.looseObject({
  ...common,
  tagId: z.string(),
  type: z.string(),
  parameter: list(Parameter),
  firingTriggerId: list(z.string()),
  blockingTriggerId: list(z.string()),
  tagFiringOption: z.string().optional(),
  paused: z.boolean().default(false),
  liveOnly: z.boolean().optional(),
  priority: Parameter.optional(),
  scheduleStartMs: z.string().optional(),
  scheduleEndMs: z.string().optional(),
  setupTag: list(z.looseObject({ tagName: z.string() })),
  teardownTag: list(z.looseObject({ tagName: z.string() })),
  consentSettings: z
    .looseObject({ consentStatus: z.string().optional(), consentType: Parameter.optional() })
    .optional(),
});
export type Tag = z.infer<typeof Tag>;

/** One comparison: `parameter` holds `arg0`, `arg1` and, where set, `ignore_case` and `negate`. */
export const Condition = z.looseObject({ type: z.string(), parameter: list(Parameter) });
export type Condition = z.infer<typeof Condition>;

export const Trigger = z.looseObject({
  ...common,
  triggerId: z.string(),
  type: z.string(),
  filter: list(Condition),
  autoEventFilter: list(Condition),
  customEventFilter: list(Condition),
  parameter: list(Parameter),
});
export type Trigger = z.infer<typeof Trigger>;

export const Variable = z.looseObject({
  ...common,
  variableId: z.string(),
  type: z.string(),
  parameter: list(Parameter),
  formatValue: z.looseObject({}).optional(),
  enablingTriggerId: list(z.string()),
  disablingTriggerId: list(z.string()),
});
export type Variable = z.infer<typeof Variable>;

export const BuiltInVariable = z.looseObject({ type: z.string(), name: z.string().default('') });
export type BuiltInVariable = z.infer<typeof BuiltInVariable>;

export const Folder = z.looseObject({ ...common, folderId: z.string() });
export type Folder = z.infer<typeof Folder>;

export const Template = z.looseObject({
  ...common,
  templateId: z.string(),
  templateData: z.string().optional(),
  galleryReference: z.looseObject({ galleryTemplateId: z.string().optional() }).optional(),
});
export type Template = z.infer<typeof Template>;

/** Kinds that no tool of ours changes, shown by name. */
export const Other = z.looseObject({ ...common });
export type Other = z.infer<typeof Other>;

export const Account = z.looseObject({
  path: z.string(),
  accountId: z.string(),
  name: z.string().default(''),
  fingerprint: z.string().default(''),
  features: z.looseObject({}).optional(),
});
export type Account = z.infer<typeof Account>;

export const Container = z.looseObject({
  path: z.string(),
  accountId: z.string(),
  containerId: z.string(),
  name: z.string().default(''),
  publicId: z.string().default(''),
  usageContext: list(z.string()),
  domainName: list(z.string()),
  tagIds: list(z.string()),
  taggingServerUrls: list(z.string()),
  features: z.record(z.string(), z.boolean()).default({}),
  notes: z.string().optional(),
  fingerprint: z.string().default(''),
  tagManagerUrl: z.string().optional(),
});
export type Container = z.infer<typeof Container>;

export const Workspace = z.looseObject({
  path: z.string(),
  accountId: z.string().default(''),
  containerId: z.string().default(''),
  workspaceId: z.string(),
  name: z.string().default(''),
  description: z.string().optional(),
  fingerprint: z.string().default(''),
  tagManagerUrl: z.string().optional(),
});
export type Workspace = z.infer<typeof Workspace>;

export const Version = z.looseObject({
  path: z.string().default(''),
  accountId: z.string().default(''),
  containerId: z.string().default(''),
  containerVersionId: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  deleted: z.boolean().optional(),
  fingerprint: z.string().default(''),
  tagManagerUrl: z.string().optional(),
  container: Container.optional(),
  tag: list(Tag),
  trigger: list(Trigger),
  variable: list(Variable),
  builtInVariable: list(BuiltInVariable),
  folder: list(Folder),
  customTemplate: list(Template),
  zone: list(Other),
  client: list(Other),
  transformation: list(Other),
  gtagConfig: list(z.looseObject({})),
});
export type Version = z.infer<typeof Version>;

export const VersionHeader = z.looseObject({
  path: z.string().default(''),
  containerVersionId: z.string(),
  name: z.string().optional(),
  deleted: z.boolean().optional(),
  numTags: z.string().optional(),
  numTriggers: z.string().optional(),
  numVariables: z.string().optional(),
});
export type VersionHeader = z.infer<typeof VersionHeader>;

/** One object in a draft's difference; which kind it is tells the field that is filled. */
export const Entity = z.looseObject({
  changeStatus: z.string().default('none'),
  tag: Tag.optional(),
  trigger: Trigger.optional(),
  variable: Variable.optional(),
  folder: Folder.optional(),
  customTemplate: Template.optional(),
  builtInVariable: BuiltInVariable.optional(),
  zone: Other.optional(),
  client: Other.optional(),
  transformation: Other.optional(),
});
export type Entity = z.infer<typeof Entity>;

export const MergeConflict = z.looseObject({
  entityInWorkspace: Entity.optional(),
  entityInBaseVersion: Entity.optional(),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

export const WorkspaceStatus = z.looseObject({ workspaceChange: list(Entity), mergeConflict: list(MergeConflict) });
export type WorkspaceStatus = z.infer<typeof WorkspaceStatus>;

const SyncStatus = z.looseObject({ mergeConflict: z.boolean().optional(), syncError: z.boolean().optional() });

/** A compiler error and a conflict come with status 200 and without a version. */
export const VersionReply = z.looseObject({
  containerVersion: Version.optional(),
  newWorkspacePath: z.string().optional(),
  compilerError: z.boolean().optional(),
  syncStatus: SyncStatus.optional(),
});
export type VersionReply = z.infer<typeof VersionReply>;

export const SyncReply = z.looseObject({ mergeConflict: list(MergeConflict), syncStatus: SyncStatus.optional() });

/** Its authorization code is left out: it opens a preview without sign-in. */
export const Environment = z.object({
  environmentId: z.string(),
  name: z.string().default(''),
  type: z.string(),
  url: z.string().optional(),
  containerVersionId: z.string().optional(),
  workspaceId: z.string().optional(),
});
export type Environment = z.infer<typeof Environment>;

export const ErrorReply = z.object({
  error: z.object({
    code: z.number().optional(),
    message: z.string().default(''),
    status: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

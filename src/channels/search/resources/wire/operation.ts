/** The kinds of resource one call may change together. */
export type Kind =
  | 'customer'
  | 'campaignBudget'
  | 'biddingStrategy'
  | 'campaign'
  | 'campaignCriterion'
  | 'campaignAsset'
  | 'adGroup'
  | 'adGroupAd'
  | 'ad'
  | 'adGroupCriterion'
  | 'asset'
  | 'assetGroup'
  | 'assetGroupAsset'
  | 'assetGroupSignal'
  | 'customerAsset'
  | 'adGroupAsset'
  | 'label'
  | 'campaignLabel'
  | 'adGroupLabel'
  | 'adGroupAdLabel'
  | 'adGroupCriterionLabel'
  | 'sharedSet'
  | 'sharedCriterion'
  | 'campaignSharedSet'
  | 'userList'
  | 'conversionAction';

type Fields = Readonly<Record<string, unknown>>;

export interface Operation {
  kind: Kind;
  change: { create: Fields } | { update: Fields; updateMask: string } | { remove: string };
  /** The argument it was made from: `campaign_id`, or one of a list, `location_ids.2`. Errors that no field explains are reported on it. */
  argument?: string | undefined;
  /** Set when no field comes from the caller: any error of the operation is reported on `argument`. */
  copied?: true;
}

/** The last part of a resource name: the id, after the ids of what it belongs to. */
export function idOf(resourceName: string | undefined): string {
  return resourceName?.split(/[/~]/).at(-1) ?? '';
}

export function creating(kind: Kind, fields: Fields, argument?: string): Operation {
  return { kind, change: { create: fields }, argument };
}

/** Only what is named here changes. `null` clears a field: it is in the mask and has no value. */
export function updating(kind: Kind, resourceName: string, fields: Fields, argument?: string): Operation {
  return {
    kind,
    argument,
    change: { update: { resourceName, ...withoutNulls(fields) }, updateMask: leavesOf(fields).join(',') },
  };
}

export function removing(kind: Kind, resourceName: string, argument?: string): Operation {
  return { kind, change: { remove: resourceName }, argument };
}

export function operationBody({ kind, change }: Operation): Record<string, unknown> {
  return { [`${kind}Operation`]: change };
}

/** The mask names single values: the name of a group can only clear it, so it stands there only for an empty group. */
function leavesOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    isGroup(value) && Object.keys(value).length > 0 ? leavesOf(value, `${prefix}${name}.`) : [prefix + name],
  );
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null ? [] : [[name, isGroup(value) ? withoutNulls(value) : value]],
    ),
  );
}

function isGroup(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

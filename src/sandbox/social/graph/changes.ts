import { isObject } from '../../json.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { replan } from '../rules/delivery.ts';
import type { Kind, Shapes } from '../state/shapes.ts';
import type { GraphNode, Links } from '../state.ts';
import type { Ctx, Recorder } from './operation.ts';

const RESOURCES: Partial<Record<Kind, string>> = {
  Campaign: 'campaign',
  AdSet: 'adset',
  Ad: 'ad',
  AdCreative: 'adcreative',
  AdImage: 'adimage',
  AdVideo: 'advideo',
  AdLabel: 'adlabel',
  AdReportRun: 'report_run',
  CustomAudience: 'customaudience',
  CustomConversion: 'customconversion',
  AdsPixel: 'dataset',
  Lead: 'lead',
  LeadgenForm: 'lead_form',
  SystemUser: 'system_user',
};

/** Stores a new object and tells the ledger; both stand or fall together. */
export function createNode<K extends Kind>(
  ctx: Ctx,
  record: Recorder,
  kind: K,
  links: Links,
  data: Shapes[K],
  id?: string,
): GraphNode<K> {
  const node = ctx.store.insert(kind, links, data, id);
  record(effect('create', node, 'name' in data ? { name: data.name } : undefined));
  noteActivity(ctx, node, null);
  return node;
}

export function saveNode(
  ctx: Ctx,
  record: Recorder,
  node: GraphNode,
  changes: unknown,
  kind: 'update' | 'delete' = 'update',
): void {
  noteActivity(ctx, node, changes);
  ctx.store.save(node);
  record(effect(kind, node, changes));
  if (node.kind === 'Campaign') replan(ctx.store, node.id, ctx.world.now());
  else if (node.links.campaign !== undefined) replan(ctx.store, node.links.campaign, ctx.world.now());
}

/** For the account's history: each changed field with its old value. Called before the new state is stored. */
function noteActivity(ctx: Ctx, node: GraphNode, changes: unknown): void {
  const { account } = node.links;
  if (account === undefined) return;
  const old = (ctx.store.find(node.id)?.data ?? {}) as Record<string, unknown>;
  const fields = isObject(changes)
    ? Object.entries(changes).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, { old_value: old[name], new_value: value }]],
      )
    : undefined;
  ctx.store.run(
    'INSERT INTO social_activities (at, account, id, changes) VALUES (?, ?, ?, ?)',
    ctx.world.now(),
    account,
    node.id,
    fields ? JSON.stringify(Object.fromEntries(fields)) : null,
  );
}

function effect(kind: 'create' | 'update' | 'delete', node: GraphNode, detail: unknown) {
  const account = node.links.account;
  return {
    kind,
    resource: RESOURCES[node.kind] ?? node.kind,
    id: node.id,
    ...(account && { account }),
    ...(detail !== undefined && { detail }),
  };
}

type WithStatus = GraphNode<'Campaign'> | GraphNode<'AdSet'> | GraphNode<'Ad'>;

const ONLY_NAME = { Campaign: 1487566, AdSet: 1487056, Ad: 1885088 } as const;

/** Of an archived object only the name can change, or it can be deleted; of a deleted one only the name. */
export function checkStillEditable(node: WithStatus, ctx: Ctx): void {
  const { status } = node.data;
  if (status !== 'ARCHIVED' && status !== 'DELETED') return;
  const asked = ctx.params.names().filter((name) => !NOT_CONTENT.has(name));
  const allowed = status === 'ARCHIVED' && ctx.params.text('status') === 'DELETED' ? ['name', 'status'] : ['name'];
  if (asked.every((name) => allowed.includes(name))) return;
  const what = status.toLowerCase();
  throw ruleBroken(
    ONLY_NAME[node.kind],
    `Cannot Edit ${what} Object`,
    `This object is ${what}: only its name can be changed.`,
    ['status'],
  );
}

export const NOT_CONTENT = new Set([
  'access_token',
  'appsecret_proof',
  'id',
  'fields',
  'locale',
  'method',
  'execution_options',
  'appsecret_time',
  'account_id',
  'pretty',
  'debug',
]);

/** Labels are named or given by id; a new name makes a new label. */
export function readLabels(ctx: Ctx, account: string, record: Recorder): { id: string; name: string }[] | undefined {
  return ctx.params.array('adlabels')?.map((entry) => {
    const label = isObject(entry) ? entry : {};
    if (typeof label.id === 'string') {
      const found = ctx.store.findKind('AdLabel', label.id);
      if (found?.links.account === account) return { id: found.id, name: found.data.name };
    }
    if (typeof label.name !== 'string' || label.name === '')
      throw badParameter('Param adlabels must be a list of objects with name or id', 'adlabels');
    return labelNamed(ctx, account, label.name, record);
  });
}

export function labelNamed(ctx: Ctx, account: string, name: string, record: Recorder): { id: string; name: string } {
  const found = ctx.store.all('AdLabel', { account }).find((label) => label.data.name === name);
  const label = found ?? createNode(ctx, record, 'AdLabel', { account }, { name, created: ctx.world.now() });
  return { id: label.id, name };
}

export function readName(ctx: Ctx, most: number): string | undefined {
  if (!ctx.params.given('name')) return undefined;
  const name = ctx.params.requiredText('name');
  if ([...name].length > most) throw badParameter(`Param name must be no longer than ${most} characters`, 'name');
  return name;
}

/** Drops what was not given, so that an update touches only what it names. */
export function given<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

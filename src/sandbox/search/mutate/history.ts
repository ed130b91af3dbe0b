import { camelCase, messageNamed, messageOfResource } from '../catalogue/messages.ts';
import type { Doc, Entity, Value } from '../state.ts';
import type { Session } from './session.ts';

const OPERATION_NAMES = { create: 'CREATE', update: 'UPDATE', delete: 'REMOVE' } as const;

/** Adds to the account's change history. */
export function recordChange(
  session: Session,
  changeType: string,
  entity: Entity,
  effect: keyof typeof OPERATION_NAMES,
  before: Doc | undefined,
  index: number,
  clientType = 'GOOGLE_ADS_API',
): void {
  // The last part keeps ids apart when many changes fall in the same millisecond.
  const id = session.store.nextId();
  const micros = session.nowMs * 1000 + (id % 1000);
  const key = `${micros}~${index}~${Math.floor(id / 1000)}`;
  const shown = messageNamed(messageOfResource(entity.kind)).fields;
  const fields = changedFields(before ?? {}, entity.doc).filter((field) => shown.has(field));
  const only = (doc: Doc): Doc =>
    Object.fromEntries(fields.filter((field) => field in doc).map((field) => [field, doc[field]]));
  const parents = {
    campaign:
      entity.kind === 'campaign' ? entity.doc.resource_name : (entity.doc.campaign ?? campaignOf(session, entity)),
    ad_group: entity.kind === 'ad_group' ? entity.doc.resource_name : entity.doc.ad_group,
    asset: entity.kind === 'asset' ? entity.doc.resource_name : entity.doc.asset,
  };
  session.store.insert({
    customer: session.account.id,
    kind: 'change_event',
    key,
    parent: null,
    delivery: [],
    doc: {
      resource_name: session.name('changeEvents', key),
      change_date_time: `${session.now.text}.${String(micros % 1_000_000).padStart(6, '0')}`,
      change_resource_type: changeType,
      change_resource_name: entity.doc.resource_name,
      client_type: clientType,
      user_email: session.email,
      resource_change_operation: OPERATION_NAMES[effect],
      changed_fields: fields.map(camelCase).join(','),
      ...(before && { old_resource: { [entity.kind]: only(before) } }),
      ...(effect !== 'delete' && { new_resource: { [entity.kind]: only(entity.doc) } }),
      ...parents,
    },
  });
}

function campaignOf(session: Session, entity: Entity): Value {
  return session.byName(entity.doc.ad_group, 'ad_group')?.doc.campaign;
}

function changedFields(before: Doc, after: Doc): string[] {
  return Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

import { filtered } from '../../paging.ts';
import { graphTime } from '../format.ts';
import { createNode, saveNode } from '../graph/changes.ts';
import { type Operation, ofKind, stored } from '../graph/operation.ts';
import { conversionChanges, newConversion } from '../rules/custom-conversion-rules.ts';

const account = ofKind('AdAccount');
const conversion = ofKind('CustomConversion');

export const conversionType = conversion.type([], {
  ...stored('name', 'description', 'custom_event_type', 'default_conversion_value'),
  account_id: (_, { links }) => links.account!.slice('act_'.length),
  pixel: (ctx, { data }) => (data.dataset === undefined ? undefined : ctx.store.need('AdsPixel', data.dataset)),
  rule: (_, { data }) => JSON.stringify(data.rule),
  data_sources: (_, { data }) => [{ id: data.dataset, source_type: 'PIXEL' }],
  creation_time: (_, { data }) => graphTime(data.created, 'UTC'),
  first_fired_time: (_, { data }) => (data.first_fired === undefined ? undefined : graphTime(data.first_fired, 'UTC')),
  last_fired_time: (_, { data }) => (data.last_fired === undefined ? undefined : graphTime(data.last_fired, 'UTC')),
  is_archived: () => false,
  is_unavailable: () => false,
});

export const operations: Operation[] = [
  account.list('customconversions', (ctx, node) =>
    filtered(ctx.store.list('CustomConversion', { account: node.id }), ({ data }) => !data.deleted),
  ),
  account.create('customconversions', (ctx, node, record) => {
    const { id } = createNode(ctx, record, 'CustomConversion', { account: node.id }, newConversion(ctx, node));
    return { id, is_custom_event_type_predicted: false };
  }),
  conversion.update((ctx, node, record) => {
    const changes = conversionChanges(ctx);
    node.data = { ...node.data, ...changes };
    saveNode(ctx, record, node, changes);
    return { success: true };
  }),
  conversion.remove((ctx, node, record) => {
    node.data = { ...node.data, deleted: true };
    saveNode(ctx, record, node, { deleted: true }, 'delete');
    return { success: true };
  }),
];

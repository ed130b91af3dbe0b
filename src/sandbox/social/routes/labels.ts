import { badParameter } from '../errors.ts';
import { graphTime } from '../format.ts';
import { labelNamed, readLabels, saveNode } from '../graph/changes.ts';
import { type Operation, ofKind, stored } from '../graph/operation.ts';

export const labelType = ofKind('AdLabel').type([], {
  ...stored('name'),
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  updated_time: (_, { data }) => graphTime(data.created, 'UTC'),
});

const account = ofKind('AdAccount');
const LABELLED = ['Campaign', 'AdSet', 'Ad', 'AdCreative'] as const;

export const operations: Operation[] = [
  account.list('adlabels', (ctx, node) => ctx.store.list('AdLabel', { account: node.id })),
  account.create('adlabels', (ctx, node, record) => ({
    id: labelNamed(ctx, node.id, ctx.params.requiredText('name'), record).id,
  })),
  ...LABELLED.map((kind) =>
    ofKind(kind).create('adlabels', (ctx, node, record) => {
      const labels = readLabels(ctx, node.links.account!, record);
      if (!labels) throw badParameter('The parameter adlabels is required', 'adlabels');
      const known = node.data.adlabels ?? [];
      node.data.adlabels = [...known, ...labels.filter(({ id }) => !known.some((label) => label.id === id))];
      saveNode(ctx, record, node, { adlabels: node.data.adlabels });
      return { success: true };
    }),
  ),
];

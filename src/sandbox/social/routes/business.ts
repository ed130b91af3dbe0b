import { filtered, fromArray, type Source } from '../../paging.ts';
import { graphTime } from '../format.ts';
import { type Ctx, type Operation, ofKind, stored } from '../graph/operation.ts';
import type { GraphNode } from '../state.ts';
import { createSystemUser } from './people.ts';

const business = ofKind('Business');

export const businessType = business.type(['name'], {
  ...stored('name'),
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  verification_status: () => 'verified',
  primary_page: (ctx, { data }) => ctx.store.need('Page', data.pages[0]),
});

export const applicationType = ofKind('Application').type(['name'], stored('name'));

export const operations: Operation[] = [
  business.list('owned_ad_accounts', accounts),
  business.list('client_ad_accounts', () => fromArray([])),
  business.list('owned_pages', (ctx, node) => fromArray(node.data.pages.map((id) => ctx.store.need('Page', id)))),
  business.list(
    'system_users',
    (ctx, node) => filtered(ctx.store.list('SystemUser'), ({ data }) => data.business === node.id),
    {
      scopes: ['business_management'],
    },
  ),
  business.create('system_users', createSystemUser, { scopes: ['business_management'] }),
];

function accounts(ctx: Ctx, node: GraphNode<'Business'>): Source<GraphNode> {
  return filtered(ctx.store.list('AdAccount'), ({ data }) => data.business === node.id);
}

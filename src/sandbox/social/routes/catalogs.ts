import { filtered, fromArray } from '../../paging.ts';
import { type Operation, ofKind, stored } from '../graph/operation.ts';

const business = ofKind('Business');
const catalog = ofKind('ProductCatalog');
const SCOPES = ['catalog_management', 'business_management'];

export const catalogType = catalog.type(['name'], {
  ...stored('name', 'vertical'),
  business: (ctx, { data }) => ctx.store.need('Business', data.business),
  product_count: (ctx, { id }) =>
    Math.max(0, ...ctx.store.all('ProductSet').map(({ data }) => (data.catalog === id ? data.products : 0))),
});

export const productSetType = ofKind('ProductSet').type(['name'], {
  ...stored('name', 'filter'),
  product_catalog: (ctx, { data }) => ctx.store.need('ProductCatalog', data.catalog),
  product_count: (_, { data }) => data.products,
});

export const operations: Operation[] = [
  business.list(
    'owned_product_catalogs',
    (ctx, node) => filtered(ctx.store.list('ProductCatalog'), ({ data }) => data.business === node.id),
    { scopes: SCOPES },
  ),
  business.list('client_product_catalogs', () => fromArray([]), { scopes: SCOPES }),
  catalog.list(
    'product_sets',
    (ctx, node) => filtered(ctx.store.list('ProductSet'), ({ data }) => data.catalog === node.id),
    { scopes: SCOPES },
  ),
];

import { ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';

/** A set of a catalog that the account's business may use. */
export function checkProductSet(ctx: Ctx, account: string, id: unknown, ...blame: string[]): void {
  if (id === undefined) return;
  const { business } = ctx.store.need('AdAccount', account).data;
  if (ctx.store.findKind('ProductSet', String(id))?.data.business === business) return;
  throw ruleBroken(undefined, 'Product Set Not Available', `The product set ${String(id)} cannot be used here.`, blame);
}

export function checkCatalog(ctx: Ctx, account: string, id: unknown): void {
  if (id === undefined) return;
  const { business } = ctx.store.need('AdAccount', account).data;
  if (ctx.store.findKind('ProductCatalog', String(id))?.data.business === business) return;
  throw ruleBroken(undefined, 'Catalog Not Available', `The catalog ${String(id)} cannot be used here.`, [
    'promoted_object',
    'product_catalog_id',
  ]);
}

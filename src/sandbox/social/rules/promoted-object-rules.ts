import { badParameter, type GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { AdSetData, CampaignData, Json } from '../state/shapes.ts';
import { checkCatalog, checkProductSet } from './catalog-rules.ts';
import { type Cell, canBill, cellsFor, isConversionGoal } from './goals.ts';

/** Whether destination, goal, billing and promoted object go together under the campaign's objective. */
export function checkGoal(ctx: Ctx, campaign: CampaignData, account: string, adSet: AdSetData): void {
  const { objective } = campaign;
  const { destination_type: destination, optimization_goal: goal, promoted_object: promoted = {} } = adSet;
  const cells = cellsFor(objective);
  const here = cells.filter((cell) => cell.destinations.includes(destination ?? 'none'));
  if (here.length === 0) {
    const valid = [...new Set(cells.flatMap(({ destinations }) => destinations))].filter((name) => name !== 'none');
    const message = `${destination} cannot be used with objective ${objective}. Valid values: ${valid.join(', ') || 'none'}.`;
    throw ruleBroken(1815715, 'Invalid Destination Type', message, ['destination_type']);
  }
  const cell = here.find(({ goals }) => goals.includes(goal));
  if (!cell) {
    const goals = here.flatMap((one) => one.goals).join(', ');
    const message = `Performance goal ${goal} cannot be used with objective ${objective} and destination ${destination ?? 'unset'}. Use one of: ${goals}.`;
    throw ruleBroken(2490408, "Performance Goal Isn't Available", message, ['optimization_goal']);
  }
  if (!canBill(adSet.billing_event, goal, destination))
    throw ruleBroken(undefined, 'Invalid Billing Event', `${adSet.billing_event} cannot be billed with goal ${goal}.`, [
      'billing_event',
    ]);
  checkPromoted(cell, goal, promoted);
  checkKnown(ctx, account, promoted);
}

function missing(what: string): GraphError {
  return ruleBroken(1815430, 'Select a Promoted Object', `promoted_object needs ${what} for this objective and goal.`, [
    'promoted_object',
  ]);
}

function checkPromoted({ objective, promoted: needed }: Cell, goal: string, promoted: Json): void {
  const has = (name: string) => promoted[name] !== undefined;
  const isApp = has('application_id') && has('object_store_url');
  if (has('application_id') && has('pixel_id'))
    throw ruleBroken(1815229, 'Pixel Beside an App', 'promoted_object takes a pixel or an app, not both.', [
      'promoted_object',
      'pixel_id',
    ]);
  if (needed === 'page') {
    if (!has('page_id')) throw missing('page_id');
    if (has('application_id') || (has('pixel_id') && objective !== 'OUTCOME_SALES'))
      throw ruleBroken(1815023, 'Promoted Object Does Not Fit', 'This objective and goal promote a page only.', [
        'promoted_object',
      ]);
  }
  if (needed === 'event' && !has('event_id')) throw missing('event_id');
  if ((needed === 'app' || needed === 'app_event') && !isApp) throw missing('application_id and object_store_url');
  if (needed === 'app_event' && !has('custom_event_type'))
    throw ruleBroken(2446759, 'App Event Missing', 'promoted_object needs custom_event_type for an app.', [
      'promoted_object',
      'custom_event_type',
    ]);
  if (needed === 'pixel' && isConversionGoal(goal)) checkConversion(objective, goal, promoted);
}

function checkConversion(objective: string, goal: string, promoted: Json): void {
  const {
    pixel_id: pixel,
    custom_event_type: event,
    product_set_id: products,
    custom_conversion_id: custom,
  } = promoted;
  const app = promoted.application_id;
  if (pixel === undefined && custom === undefined && products === undefined && app === undefined)
    throw missing('pixel_id');
  if (pixel !== undefined && event === undefined && custom === undefined && products === undefined)
    throw missing('custom_event_type beside pixel_id');
  if (objective === 'OUTCOME_SALES' && event === 'LEAD')
    throw ruleBroken(2446814, 'Lead Event Under Sales', 'A sales campaign cannot count leads. Use OUTCOME_LEADS.', [
      'promoted_object',
      'custom_event_type',
    ]);
  if (goal === 'VALUE' && event !== undefined && event !== 'PURCHASE')
    throw ruleBroken(undefined, 'No Purchase Values', 'Goal VALUE needs custom_event_type PURCHASE.', [
      'promoted_object',
      'custom_event_type',
    ]);
}

function checkKnown(
  ctx: Ctx,
  account: string,
  { pixel_id: pixel, page_id: page, product_set_id: products, product_catalog_id: catalog }: Json,
): void {
  checkProductSet(ctx, account, products, 'promoted_object', 'product_set_id');
  checkCatalog(ctx, account, catalog);
  if (pixel !== undefined && ctx.store.findKind('AdsPixel', String(pixel))?.links.account !== account)
    throw ruleBroken(1815045, 'Pixel Not Available', 'The pixel is not attached to this ad account.', [
      'promoted_object',
      'pixel_id',
    ]);
  if (page !== undefined && !ctx.store.findKind('Page', String(page)))
    throw badParameter('Param promoted_object[page_id] must be a valid page ID', 'promoted_object');
}

/** Later an app or a catalog can join, and conversion goals can count another event; nothing else moves. */
export function checkPromotedChange(before: AdSetData, asked: Json): void {
  const old = before.promoted_object ?? {};
  const changed = [...new Set([...Object.keys(old), ...Object.keys(asked)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(asked[name]),
  );
  const joining = ['application_id', 'object_store_url', 'product_catalog_id'];
  const counting = ['pixel_id', 'custom_event_type', 'custom_event_str', 'custom_conversion_id'];
  const fixed = changed.find(
    (name) =>
      !(joining.includes(name) && old[name] === undefined) &&
      !(counting.includes(name) && isConversionGoal(before.optimization_goal)),
  );
  if (fixed !== undefined)
    throw badParameter(`promoted_object[${fixed}] cannot be changed after creation`, 'promoted_object');
}

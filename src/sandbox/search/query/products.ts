import { chance } from '../../chance.ts';
import { WASTED } from '../metrics/facts.ts';
import type { Division } from '../metrics/splitter.ts';
import type { Doc } from '../state.ts';

const PRODUCTS: readonly (readonly [title: string, type: string, worth: number])[] = [
  ['Road Runner 3', 'Shoes', 1],
  ['Trail Runner 2', 'Shoes', 1.2],
  ['City Walker', 'Shoes', 0.8],
  ['Running Vest', 'Clothing', 0.9],
  ['Trail Socks, 3 pairs', 'Clothing', 1],
  ['Shoe Care Kit', 'Accessories', WASTED],
];

/** Products of a merchant feed, which share the traffic of their ad group. */
export function productsOf(merchant: number, id: number): { product: Doc; part: Division }[] {
  const weights = PRODUCTS.map((_, at) => 0.3 + chance(id, at, 70));
  const worths = PRODUCTS.map(([, , worth]) => worth);
  return PRODUCTS.map(([title, type], index) => ({
    product: {
      product_item_id: `acme-${101 + index}`,
      product_title: `Acme ${title}`,
      product_brand: 'Acme',
      product_type_l1: type,
      product_merchant_id: merchant,
      product_channel: 'ONLINE',
      product_condition: 'NEW',
    },
    part: { weights, worths, index },
  }));
}

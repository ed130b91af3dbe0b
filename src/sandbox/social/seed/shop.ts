import { DAY_MS } from '../../../ambient.ts';
import type { Store } from '../state.ts';
import type { CompanySeed } from './companies.ts';

/** What a company sells and what it showed to its followers: the source of catalogue ads and of ads from posts. */
export function seedShop(store: Store, { business, name, pages }: CompanySeed, now: number): void {
  const catalog = `3${business.slice(1)}`;
  store.insert('ProductCatalog', {}, { name: `${name} shop`, business, vertical: 'commerce' }, catalog);
  SETS.forEach(({ name: set, products, filter }, index) => {
    const data = { name: set, business, catalog, products, ...(filter && { filter: JSON.stringify(filter) }) };
    store.insert('ProductSet', {}, data, `${catalog}${index + 1}`);
  });
  for (const { id: page, instagram } of pages)
    TEXTS.forEach((text, index) => {
      const created = now - (index + 1) * 9 * DAY_MS;
      store.insert('PagePost', {}, { business, page, text, created }, `${page}_${800_000_000_001 + index}`);
      if (!instagram) return;
      const media_type = index === 1 ? ('VIDEO' as const) : ('IMAGE' as const);
      const media = { business, owner: instagram.id, text, media_type, created };
      store.insert('InstagramMedia', {}, media, `18${instagram.id.slice(2)}${index + 1}`);
    });
}

const SETS: { name: string; products: number; filter?: object }[] = [
  { name: 'All products', products: 312 },
  { name: 'Boots', products: 48, filter: { product_type: { i_contains: 'boots' } } },
  { name: 'Last season', products: 0, filter: { custom_label_0: { eq: 'last season' } } },
];

const TEXTS = [
  'Three days, two passes, one pair of boots.',
  'Rain on the tent: sound on.',
  'The new jackets are here.',
];

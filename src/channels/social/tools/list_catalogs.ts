import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { ACCOUNT_BUSINESS, CATALOGS } from '../wire.ts';

const Counted = z.object({ id: z.string(), name: z.string(), product_count: z.number().optional() });
const ProductSets = z.array(Counted).meta({ items: undefined, description: 'Each like its catalogue' });

export default defineTool(channel, {
  name: 'list_catalogs',
  title: 'List product catalogues',
  description: "Product catalogues of the account's business with product sets, for product_set_id.",
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read', 'business_management'],
  input: z.strictObject({
    shared: z.boolean().default(false).describe('Shared by other businesses'),
    ...listArguments(25),
  }),
  output: z.object({ catalogs: z.array(Counted.extend({ product_sets: ProductSets })), ...nextCursor }),
  async run({ shared, limit, cursor }, { client, account }) {
    const { business } = await client.account(ACCOUNT_BUSINESS, account);
    if (!business) return { catalogs: [] };
    const kind = shared ? { ...CATALOGS, edge: 'client_product_catalogs' } : CATALOGS;
    const { items, ...more } = await client.list(kind, business.id, { limit, cursor, account });
    const catalogs = items.map(({ product_sets, ...catalog }) =>
      withoutUnset({ ...catalog, product_sets: product_sets?.data ?? [] }),
    );
    return { catalogs, ...more };
  },
});

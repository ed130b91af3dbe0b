import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Country, Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { audienceOf } from '../resources/audience.ts';
import { AUDIENCES } from '../wire.ts';

const Ratio = z
  .number()
  .min(0.01)
  .max(0.2)
  .refine((ratio) => Math.abs(ratio * 100 - Math.round(ratio * 100)) < 1e-9, 'must be whole hundredths, such as 0.03');

export default defineTool(channel, {
  name: 'create_lookalike_audience',
  title: 'Create a lookalike audience',
  description: 'People similar to an audience of at least 100, in the given countries. Filled within 1 to 6 hours.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    name: text(255).describe('Name of the audience'),
    origin_audience_id: Id.describe('Audience to resemble'),
    countries: z.array(Country).min(1).max(25).describe('Codes such as DE'),
    ratio: Ratio.describe('0.01 = the most similar 1 %, up to 0.20'),
    starting_ratio: Ratio.optional().describe('Leave out this most similar share'),
  }),
  output: z.object({ audience: asListed('list_audiences') }),
  rules: ({ ratio, starting_ratio }) =>
    starting_ratio !== undefined && starting_ratio >= ratio
      ? [{ field: 'starting_ratio', message: 'must be below ratio' }]
      : [],
  // The origin lists the lookalikes made from it.
  look: ({ origin_audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [origin_audience_id] } }),
  async run({ name, origin_audience_id, countries, ratio, starting_ratio }, { client }) {
    const { account_id: account = '' } = await client.node(AUDIENCES, origin_audience_id);
    const [country] = countries;
    const where = countries.length === 1 ? { country } : { location_spec: { geo_locations: { countries } } };
    const lookalike_spec = JSON.stringify({ ratio, ...(starting_ratio && { starting_ratio }), ...where });
    const fields = { name, subtype: 'LOOKALIKE', origin_audience_id, lookalike_spec };
    const id = await client.create(account, 'customaudiences', fields);
    const audience = await readBack(`The audience ${id} was created`, async () =>
      audienceOf(await client.node(AUDIENCES, id, account)),
    );
    return { audience };
  },
});

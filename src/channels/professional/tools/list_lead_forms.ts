import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { urnOf } from '../resources/fields.ts';
import { WireLeadForm } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_lead_forms',
  title: 'List lead forms',
  description: 'Lead forms of an ad account; their id goes into create_creative as lead_form_id.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...listArguments(100) }),
  output: z.object({
    lead_forms: z.array(z.object({ id: z.string(), name: z.string(), status: z.string(), usable: z.boolean() })),
    ...nextCursor,
  }),
  async run({ limit, cursor }, { client, account }) {
    const params = { q: 'owner', owner: { sponsoredAccount: urnOf('sponsoredAccount', account) } };
    const { items, ...more } = await client.listByNumber('/leadForms', WireLeadForm, {
      limit,
      cursor,
      params,
      account,
    });
    return {
      lead_forms: items.map(({ id, name, state }) => ({ id, name, status: state, usable: state === 'PUBLISHED' })),
      ...more,
    };
  },
});

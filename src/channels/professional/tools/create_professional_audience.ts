import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { ListShown, listOf, readList, sourcePlatform } from '../resources/customer-list.ts';
import { urnOf } from '../resources/fields.ts';

export default defineTool(channel, {
  name: 'create_professional_audience',
  title: 'Create an audience list',
  description:
    'Creates an empty list of people or companies; fill it with update_professional_audience_members, then target it under audiences. Needs 300 matched members. Visitors, lookalikes and predictive audiences are made in the platform’s own interface.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    name: oneLine().describe('Name of the audience'),
    kind: z.enum(['USER', 'COMPANY']).default('USER').describe('People by e-mail address, or companies by domain'),
  }),
  output: z.object({ audience: ListShown }),
  look: () => ({ tool: 'list_professional_audiences', arguments: {} }),
  async run({ name, kind }, { client, account }) {
    const body = {
      name,
      account: urnOf('sponsoredAccount', account),
      accessPolicy: 'PRIVATE',
      type: kind,
      sourcePlatform: sourcePlatform(client),
      destinations: [{ destination: 'LINKEDIN' }],
    };
    const id = await client.create('/dmpSegments', body, account);
    const made = await readBack(`The audience ${id} was created`, () => readList(client, account, id));
    return { audience: listOf(made) };
  },
});

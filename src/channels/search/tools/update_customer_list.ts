import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { refuseAllUnusable, reportUnusable, unusableReport } from '../../../tools/unusable-people.ts';
import { channel } from '../channel.ts';
import { audienceOf, existingAudience, listName } from '../resources/audience.ts';
import { identifiersOf } from '../resources/customer-list.ts';

const PEOPLE_MAX = 10_000;
const People = z.array(z.string().max(320)).min(1).max(PEOPLE_MAX).optional();

export default defineTool(channel, {
  name: 'update_customer_list',
  title: 'Change who is in a customer list',
  description: `Adds people to an audience of kind CUSTOMER_LIST or takes them out, up to ${PEOPLE_MAX} addresses and numbers a call. They are hashed here, never leave readable and are not kept. Takes up to two days to count.`,
  toolset: 'audiences',
  access: 'write',
  repeat: 'safe',
  personal: ['emails', 'phones'],
  input: z.strictObject({
    audience_id: Id.describe('From list_audiences, of kind CUSTOMER_LIST'),
    action: z.enum(['add', 'remove']).describe('What to do'),
    emails: People.describe('E-mail addresses, or their SHA-256'),
    phones: People.describe('Phone numbers with country code, +49 30 123456, or their SHA-256'),
    consent: z.boolean().optional().describe('Whether they agreed to ads by their data; needed for people in Europe'),
  }),
  output: z.object({
    audience: asListed('list_audiences'),
    sent: z.number(),
    ...unusableReport,
    notes: z.array(z.string()),
  }),
  rules: (args) => atLeastOne(args, ['emails', 'phones']),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, action, consent, ...people }, { client, account }) {
    const { kind } = await existingAudience(client, account, audience_id);
    if (kind !== 'CUSTOMER_LIST')
      throw invalidArguments([
        { field: 'audience_id', message: `is of kind ${kind}; only a CUSTOMER_LIST takes people` },
      ]);
    const { identifiers, unusable } = await identifiersOf(people);
    if (identifiers.length === 0) throw refuseAllUnusable(unusable);
    await client.changePeople(account, {
      list: listName(account, audience_id),
      operations: identifiers.map((identifier) => ({
        [action === 'add' ? 'create' : 'remove']: { userIdentifiers: [identifier] },
      })),
      consent,
    });
    const audience = await readBack(`${identifiers.length} people were sent`, () =>
      audienceOf(client, account, audience_id),
    );
    return {
      audience,
      sent: identifiers.length,
      ...reportUnusable(unusable),
      notes: [
        'The platform works on it for up to two days, and tells nobody who is in it. Its size counts only those it knows.',
      ],
    };
  },
});

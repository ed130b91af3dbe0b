import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { refuseAllUnusable, reportUnusable, unusableReport } from '../../../tools/unusable-people.ts';
import { channel } from '../channel.ts';
import { audienceOf } from '../resources/audience.ts';
import { changePeople, PEOPLE_MAX, payloadOf, peopleFields } from '../resources/customer-list.ts';
import { AUDIENCES } from '../wire.ts';

export default defineTool(channel, {
  name: 'update_customer_list',
  title: 'Change who is in a customer list',
  description: `Add people to a customer list audience or remove them, up to ${PEOPLE_MAX} a call. They leave hashed and are not kept. Matched within a day.`,
  toolset: 'audiences',
  access: 'write',
  repeat: 'safe',
  personal: ['emails', 'phones'],
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    audience_id: Id.describe('Made with customer_file_source'),
    action: z.enum(['add', 'remove']).describe('What to do'),
    ...peopleFields,
  }),
  output: z.object({
    audience: asListed('list_audiences'),
    received: z.number(),
    invalid: z.number(),
    ...unusableReport,
    notes: z.array(z.string()),
  }),
  rules: (args) => [
    ...atLeastOne(args, ['emails', 'phones']),
    ...((args.emails?.length ?? 0) + (args.phones?.length ?? 0) > PEOPLE_MAX
      ? [
          {
            field: 'phones',
            message: `emails and phones together may be ${PEOPLE_MAX} at most; send the rest in another call`,
          },
        ]
      : []),
  ],
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, action, ...people }, { client, now }) {
    const before = await client.node(AUDIENCES, audience_id);
    if (before.subtype !== 'CUSTOM') throw noList(before.subtype);
    const { payload, unusable } = await payloadOf(people);
    if (payload.data.length === 0) throw refuseAllUnusable(unusable);
    const answer = await changePeople(client, audience_id, action, payload, now(), before.account_id);
    const audience = await readBack(`${answer.num_received} people were received`, async () =>
      audienceOf(await client.node(AUDIENCES, audience_id)),
    );
    return {
      audience,
      received: answer.num_received,
      invalid: answer.num_invalid_entries,
      ...reportUnusable(unusable),
      notes: ['The platform tells nobody who is in it, and shows its size rounded, as 1,000 when it is smaller.'],
    };
  },
});

function noList(kind: string | undefined) {
  return invalidArguments([{ field: 'audience_id', message: `is an audience of kind ${kind}, not a customer list` }]);
}

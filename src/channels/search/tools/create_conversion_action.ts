import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import {
  actionAnswer,
  actionArguments,
  actionFields,
  campaignsBiddingBy,
  chosenAction,
} from '../resources/conversion-action.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_conversion_action',
  title: 'Create a conversion action',
  description:
    'Makes a conversion action that send_conversions fills: sales, leads or other events from a shop, a store or a customer system. It takes nothing for about six hours after it was made. No campaign bids by it unless primary is true.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'never',
  input: z.strictObject(actionArguments),
  output: z.object({ ...actionAnswer, notes: z.array(z.string()) }),
  look: () => ({ tool: 'list_conversion_actions', arguments: {} }),
  async run({ primary = false, ...chosen }, { client, account }) {
    const fields = { type: 'UPLOAD_CLICKS', status: 'ENABLED', ...actionFields({ ...chosen, primary }) };
    const [made] = await client.mutate(account, [creating('conversionAction', fields)]);
    const id = idOf(made);
    const action = await readBack(`The conversion action ${id} was created`, () => chosenAction(client, account, id));
    return {
      conversion_action: action,
      campaigns: await campaignsBiddingBy(client, account, action),
      notes: ['It takes events in about six hours; what is sent to it before is refused.'],
    };
  },
});

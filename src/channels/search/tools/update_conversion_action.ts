import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { moneyOfMajor } from '../money.ts';
import {
  actionAnswer,
  actionArguments,
  actionFields,
  campaignsBiddingBy,
  chosenAction,
} from '../resources/conversion-action.ts';
import { isRemoved, removedAlone } from '../resources/removal.ts';
import { removing, updating } from '../resources/wire/operation.ts';

const FIELDS = [...Object.keys(actionArguments), 'status'];

export default defineTool(channel, {
  name: 'update_conversion_action',
  title: 'Change a conversion action',
  description:
    'Changes name, counting, windows, value or attribution of a conversion action, whether campaigns bid by it (primary), or its status: HIDDEN takes no conversions, REMOVED cannot be undone.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input: z.strictObject({
    conversion_action_id: Id.describe('From list_conversion_actions'),
    ...actionArguments,
    name: actionArguments.name.optional(),
    event: actionArguments.event.optional(),
    status: z.enum(['ENABLED', 'HIDDEN', 'REMOVED']).optional().describe('REMOVED: alone, and final'),
  }),
  output: z.object({ ...actionAnswer, ...writeReport }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS)],
  look: ({ status }) => ({ tool: 'list_conversion_actions', arguments: status ? { status } : {} }),
  async run({ conversion_action_id: id, status, ...chosen }, { client, account }) {
    const before = await chosenAction(client, account, id);
    const what = `conversion action ${id}`;
    const gone = isRemoved({ what, argument: 'conversion_action_id', held: before.status, wanted: status });
    const name = `customers/${account}/conversionActions/${id}`;
    const operation =
      status === 'REMOVED'
        ? removing('conversionAction', name, 'conversion_action_id')
        : updating('conversionAction', name, { ...actionFields(chosen), ...(status && { status }) });
    const { value } = chosen;
    const { after, report } = await changeAndReadBack({
      done: `The ${what} was changed`,
      before,
      wanted: { ...chosen, value: value && moneyOfMajor(Number(value.amount), value.currency), status },
      send: async () => {
        if (!gone) await client.mutate(account, [operation]);
      },
      read: () => chosenAction(client, account, id),
    });
    return { conversion_action: after, campaigns: await campaignsBiddingBy(client, account, after), ...report };
  },
});

import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import {
  actionAnswer,
  actionArguments,
  campaignsAimingAt,
  defaultValue,
  shownAction,
} from '../resources/conversion-action.ts';
import { CUSTOM_CONVERSIONS } from '../resources/dataset.ts';

export default defineTool(channel, {
  name: 'update_conversion_action',
  title: 'Update a conversion action',
  description: 'Changes name, description or value of a custom conversion; the events it counts stay.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'safe',
  scopes: ['ads_management'],
  input: z.strictObject({
    conversion_action_id: Id.describe('From list_conversion_destinations'),
    ...actionArguments,
    name: actionArguments.name.optional().describe('New name'),
  }),
  output: z.object({ ...actionAnswer, ...writeReport }),
  rules: (args) => atLeastOne(args, ['name', 'description', 'value']),
  look: () => ({ tool: 'list_conversion_destinations', arguments: {} }),
  async run({ conversion_action_id: id, name, description, value }, { client, account }) {
    const currency = await client.currency(account);
    const read = async () => shownAction(await client.node(CUSTOM_CONVERSIONS, id, account), currency);
    const default_conversion_value = await defaultValue(client, account, value);
    const { after, report } = await changeAndReadBack({
      done: `The conversion action ${id} was changed`,
      before: await read(),
      wanted: withoutUnset({ name, description, value }),
      send: () =>
        client.update(CUSTOM_CONVERSIONS, id, withoutUnset({ name, description, default_conversion_value }), account),
      read,
    });
    return { conversion_action: after, campaigns: await campaignsAimingAt(client, account, id), ...report };
  },
});

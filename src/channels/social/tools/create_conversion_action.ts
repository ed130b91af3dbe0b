import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { actionAnswer, actionArguments, defaultValue, ruleFor, shownAction } from '../resources/conversion-action.ts';
import { CUSTOM_CONVERSIONS, destinationsOf } from '../resources/dataset.ts';
import { categoryOf } from '../resources/event-name.ts';

export default defineTool(channel, {
  name: 'create_conversion_action',
  title: 'Create a conversion action',
  description:
    'Makes a custom conversion: a name for events of a dataset, all or those on certain pages, that ad sets can aim at (promoted_object.custom_conversion_id). Its events cannot be changed later.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  input: z.strictObject({
    ...actionArguments,
    event: oneLine(50).describe('purchase, lead, sign_up …, or its own name: the events that count'),
    url_contains: oneLine(500).optional().describe('Only on pages whose address has this in it'),
    dataset_id: Id.optional().describe('From list_conversion_destinations; default: the only one'),
  }),
  output: z.object(actionAnswer),
  look: () => ({ tool: 'list_conversion_destinations', arguments: {} }),
  async run({ name, description, event, url_contains, value, dataset_id }, { client, account }) {
    const fields = withoutUnset({
      name,
      description,
      event_source_id: await datasetFor(client, account, dataset_id),
      rule: JSON.stringify(ruleFor(event, url_contains)),
      custom_event_type: categoryOf(event),
      default_conversion_value: await defaultValue(client, account, value),
    });
    const currency = await client.currency(account);
    const id = await client.create(account, 'customconversions', fields);
    const conversion_action = await readBack(`The conversion action ${id} was created`, async () =>
      shownAction(await client.node(CUSTOM_CONVERSIONS, id, account), currency),
    );
    return { conversion_action, campaigns: [] };
  },
});

async function datasetFor(client: SocialClient, account: string, wanted: string | undefined): Promise<string> {
  const datasets = (await destinationsOf(client, account)).filter(({ kind }) => kind === 'dataset');
  const [only, ...others] = wanted === undefined ? datasets : datasets.filter(({ id }) => id === wanted);
  if (only && others.length === 0) return only.id;
  const named = datasets.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none';
  const message = wanted === undefined ? `is needed: the account has ${named}` : `is none of the account's: ${named}`;
  throw invalidArguments([{ field: 'dataset_id', message }]);
}

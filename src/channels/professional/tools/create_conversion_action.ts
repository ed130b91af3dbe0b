import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { Currency, decimal } from '../money.ts';
import { ATTRIBUTIONS, RuleEvent, readRule, shownRule, windowDays } from '../resources/conversion.ts';
import { urnOf } from '../resources/fields.ts';

export default defineTool(channel, {
  name: 'create_conversion_action',
  title: 'Create a conversion action',
  description:
    'Creates a conversion rule that send_conversions fills. It counts for no campaign until attach_conversion joins it to one. The platform cannot delete it, only switch it off.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    name: oneLine(100).describe('Name of the rule'),
    event: RuleEvent.describe(
      'purchase, lead, qualified_lead, sign_up, add_to_cart, begin_checkout, subscribe, or a type such as DOWNLOAD',
    ),
    click_window_days: windowDays('Days after a click: 1, 7, 30, 90; for some events 180, 365').default(30),
    view_window_days: windowDays('Days after an ad was seen').default(7),
    attribution: z
      .enum(ATTRIBUTIONS)
      .default('LAST_TOUCH_BY_CAMPAIGN')
      .describe('Whether each campaign that was seen gets the conversion, or only the last'),
    value: z
      .strictObject({
        amount: decimal('What each is worth'),
        currency: Currency.optional(),
      })
      .optional()
      .describe('The same for every event; left out: what each event says'),
  }),
  output: z.object({ conversion_action: z.looseObject({ id: z.string() }), notes: z.array(z.string()) }),
  look: () => ({ tool: 'list_conversions', arguments: {} }),
  async run({ name, event, click_window_days, view_window_days, attribution, value }, { client, account }) {
    const currency = value && (value.currency ?? (await client.account(account)).currency);
    const body = {
      name,
      account: urnOf('sponsoredAccount', account),
      type: event,
      conversionMethod: 'CONVERSIONS_API',
      attributionType: attribution,
      postClickAttributionWindowSize: click_window_days,
      viewThroughAttributionWindowSize: view_window_days,
      enabled: true,
      ...(value
        ? { valueType: 'FIXED', value: { amount: value.amount, currencyCode: currency } }
        : { valueType: 'DYNAMIC' }),
    };
    const id = await client.create('/conversions', body, account);
    const made = await readBack(`The conversion rule ${id} was created`, () => readRule(client, account, id));
    return {
      conversion_action: shownRule(made),
      notes: ['It counts for no campaign yet: attach_conversion joins it to one, and until then it never attributes.'],
    };
  },
});

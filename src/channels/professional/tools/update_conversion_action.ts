import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { Currency, moneyOf, removable } from '../money.ts';
import { ATTRIBUTIONS, RuleEvent, readRule, rulePath, shownRule, windowDays } from '../resources/conversion.ts';
import { existing } from '../resources/lookup.ts';

const FIELDS = ['name', 'event', 'click_window_days', 'view_window_days', 'attribution', 'value', 'status'] as const;

export default defineTool(channel, {
  name: 'update_conversion_action',
  title: 'Update a conversion action',
  description:
    'Changes a conversion rule: name, event, windows, attribution, value, or DISABLED, which makes the platform refuse its events. Events of the past stay as they were counted.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    conversion_id: Id.describe('Conversion of the account (list_conversions)'),
    name: oneLine(100).optional().describe('New name'),
    event: RuleEvent.optional().describe('purchase, lead, …, or a type such as DOWNLOAD'),
    click_window_days: windowDays('Days after a click').optional(),
    view_window_days: windowDays('Days after an ad was seen').optional(),
    attribution: z.enum(ATTRIBUTIONS).optional().describe('Each campaign, or only the last'),
    value: z
      .strictObject({ amount: removable('What each is worth'), currency: Currency.optional() })
      .optional()
      .describe('The same for every event; none: what each event says'),
    status: z.enum(['ENABLED', 'DISABLED']).optional().describe('DISABLED in place of deleting'),
  }),
  output: z.object({ conversion_action: z.looseObject({ id: z.string() }), ...writeReport }),
  rules: (args) => atLeastOne(args, FIELDS),
  look: () => ({ tool: 'list_conversions', arguments: {} }),
  async run(args, { client, account }) {
    const { conversion_id: id, name, event, click_window_days, view_window_days, attribution, status } = args;
    const read = async () => shownRule(await readRule(client, account, id));
    const before = await existing(read(), 'conversion');
    const value = await valueFor(args.value, async () => (await client.account(account)).currency);
    const { after, report } = await changeAndReadBack({
      done: `The conversion rule ${id} was changed`,
      before,
      wanted: {
        name,
        type: event,
        click_window_days,
        view_window_days,
        attribution,
        status,
        value: value && (value.valueType === 'FIXED' ? moneyOf(value.value) : null),
      },
      send: () =>
        client.update(
          rulePath(account, id),
          {
            name,
            type: event,
            postClickAttributionWindowSize: click_window_days,
            viewThroughAttributionWindowSize: view_window_days,
            attributionType: attribution,
            enabled: status && status === 'ENABLED',
            ...value,
          },
          account,
        ),
      read,
    });
    return { conversion_action: after, ...report };
  },
});

async function valueFor(
  given: { amount: string | null; currency?: string | undefined } | undefined,
  currencyOfAccount: () => Promise<string>,
) {
  if (!given) return undefined;
  if (given.amount === null) return { valueType: 'DYNAMIC' as const, value: null };
  const currencyCode = given.currency ?? (await currencyOfAccount());
  return { valueType: 'FIXED' as const, value: { amount: given.amount, currencyCode } };
}

import { z } from 'zod';
import type { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Moment, oneLine } from '../../../tools/fields.ts';
import { asRefused } from '../../../tools/read-back.ts';
import { needs, notBoth } from '../../../tools/rules.ts';
import { unknownOutcome } from '../../../upstream/failures.ts';
import { channel } from '../channel.ts';
import { type RowError, rowFailure } from '../errors.ts';
import { actionArguments, existingAction, ownerOf } from '../resources/conversion-action.ts';

/** The refusal that says that it was done before. A restatement of the same moment is none: it may have another value. */
const RETRACTED = 'CONVERSION_ALREADY_RETRACTED';

export default defineTool(channel, {
  name: 'adjust_conversion',
  title: 'Adjust a conversion',
  description:
    'Gives a counted conversion another value (restate) or takes it back (retract, which cannot be undone), by its event_id: a returned order, a corrected amount. The platform takes it from 24 hours until 54 days after the conversion.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'safe',
  irreversible: { action: ['retract'] },
  input: z.strictObject({
    conversion_action_id: Id.describe('Where it was sent to, from list_conversion_destinations'),
    event_id: oneLine(100).describe('As it was sent'),
    action: z.enum(['restate', 'retract']).describe('What to do'),
    value: actionArguments.value.describe('With restate: what it is worth in all, not the difference'),
    adjusted_at: Moment.optional().describe('Default: now; later than any restatement before'),
  }),
  output: z.object({
    adjusted: z.enum(['restated', 'retracted']),
    event_id: z.string(),
    notes: z.array(z.string()),
  }),
  rules: (args) => [...needs(args, { action: 'restate' }, 'value'), ...notBoth(args, { action: 'retract' }, 'value')],
  look: () => ({ tool: 'list_conversion_actions', arguments: {} }),
  async run({ conversion_action_id, event_id, action, value, adjusted_at }, { client, account }) {
    const { conversionAction: held } = await existingAction(client, account, conversion_action_id);
    const owner = ownerOf(held, account);
    const { refused, isSecond } = await client.adjustConversion(owner, {
      adjustmentType: action === 'restate' ? 'RESTATEMENT' : 'RETRACTION',
      orderId: event_id,
      conversionAction: `customers/${owner}/conversionActions/${conversion_action_id}`,
      adjustmentDateTime: timeText(adjusted_at === undefined ? client.platformNow() : Date.parse(adjusted_at)),
      ...(value && { restatementValue: { adjustedValue: Number(value.amount), currencyCode: value.currency } }),
    });
    if (refused && (action === 'restate' || refused.code !== RETRACTED))
      throw isSecond ? afterLost(refused) : rowFailure(refused);
    return {
      adjusted: action === 'restate' ? ('restated' as const) : ('retracted' as const),
      event_id,
      notes: [
        ...(refused && !isSecond ? ['It was so before.'] : []),
        'Reports show it after some hours, on the day of the click. The platform shows no single conversions.',
      ],
    };
  },
});

/** The first sending may have arrived, and the platform shows no single conversions. */
function afterLost(refused: RowError): Failure {
  const cause = rowFailure(refused);
  const seen = `After an attempt that was lost on its way, the search platform answered: ${cause.details.message}.`;
  return asRefused(unknownOutcome({ seen, repeatSafe: true, cause }));
}

/** `2026-11-15 09:00:00+00:00` */
function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
}

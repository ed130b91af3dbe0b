import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { Money } from '../../../tools/money.ts';
import { channel } from '../channel.ts';
import { moneyOfMajor } from '../money.ts';
import { equal, Literal, unequal } from '../report/gaql.ts';
import { listRows } from '../resources/listing.ts';
import type { Row } from '../resources/row.ts';

const FIELDS = [
  'id',
  'name',
  'status',
  'type',
  'category',
  'origin',
  'primary_for_goal',
  'include_in_conversions_metric',
  'counting_type',
  'click_through_lookback_window_days',
  'view_through_lookback_window_days',
  'value_settings.default_value',
  'value_settings.default_currency_code',
  'value_settings.always_use_default_value',
];

const ConversionAction = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  type: z.string(),
  category: z.string(),
  origin: z.string().optional(),
  primary_for_goal: z.boolean().optional(),
  counts_as_conversion: z.boolean().optional(),
  counting_type: z.string().optional(),
  click_lookback_days: z.number().optional(),
  view_lookback_days: z.number().optional(),
  default_value: Money.optional(),
  always_default_value: z.boolean().optional(),
});

export default defineTool(channel, {
  name: 'list_conversion_actions',
  title: 'List conversion actions',
  description: 'What the account counts as a conversion, and which of it enters the conversions metric.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    status: z.enum(['ENABLED', 'HIDDEN', 'REMOVED']).optional().describe('All but REMOVED by default'),
    ...listArguments(100),
  }),
  output: z.object({ conversion_actions: z.array(ConversionAction), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: FIELDS.map((field) => `conversion_action.${field}`),
      from: 'conversion_action',
      where: [
        args.status
          ? equal('conversion_action.status', Literal.word(args.status))
          : unequal('conversion_action.status', Literal.word('REMOVED')),
      ],
      orderBy: [{ field: 'conversion_action.id' }],
    });
    return { conversion_actions: items.map(shown), next_cursor };
  },
});

function shown({ conversionAction: action }: Row): z.infer<typeof ConversionAction> {
  const value = action?.valueSettings;
  return {
    id: action?.id ?? '',
    name: action?.name ?? '',
    status: action?.status ?? 'UNKNOWN',
    type: action?.type ?? 'UNKNOWN',
    category: action?.category ?? 'UNKNOWN',
    origin: action?.origin,
    primary_for_goal: action?.primaryForGoal,
    counts_as_conversion: action?.includeInConversionsMetric,
    counting_type: action?.countingType,
    click_lookback_days: days(action?.clickThroughLookbackWindowDays),
    view_lookback_days: days(action?.viewThroughLookbackWindowDays),
    default_value:
      value?.defaultValue === undefined ? undefined : moneyOfMajor(value.defaultValue, value.defaultCurrencyCode),
    always_default_value: value?.alwaysUseDefaultValue,
  };
}

function days(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

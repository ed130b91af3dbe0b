import { z } from 'zod';
import type { Problem } from '../../../../errors.ts';
import { oneLine } from '../../../../tools/fields.ts';
import { AmountOrZero, Currency } from '../../../../tools/money.ts';
import { isFilledIn, NOT_FILLED_IN } from '../../../../tools/ready-call.ts';
import { exactlyOne } from '../../../../tools/rules.ts';
import { asShown } from '../objects/object-arguments.ts';
import { PLATFORMS } from './events.ts';

const MATCHES = ['contains', 'equals', 'starts_with', 'ends_with', 'matches'] as const;

/** Text as it is: in the platform's fields a `{{` would begin a reference to a variable. */
const words = (max: number) =>
  oneLine(max)
    .refine((text) => !/\{\{|\}\}/.test(text), 'must not contain {{ or }}')
    .refine(isFilledIn, NOT_FILLED_IN);

/** How an address or a text has to look: one comparison. */
const Match = z.strictObject({
  contains: words(500).optional().describe('Part of it'),
  equals: words(500).optional().describe('All of it'),
  starts_with: words(500).optional().describe('Its beginning'),
  ends_with: words(500).optional().describe('Its end'),
  matches: words(500).optional().describe('Regular expression'),
});
export type Match = z.output<typeof Match>;

const match = (what: string) => asShown('object', Match).optional().describe(`${what}; as page_address`);

/** The comparison that is given. */
export function comparisonIn(given: Match): { is: (typeof MATCHES)[number]; value: string } {
  const is = MATCHES.find((one) => given[one] !== undefined)!;
  return { is, value: given[is]! };
}

const DATA_LAYER_KEY = /^[A-Za-z_$][\w$.-]{0,99}$/;
const REFERENCE = /^\{\{[^{}]{1,200}\}\}$/;

/** Where a value comes from on the page. */
const from = (what: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => DATA_LAYER_KEY.test(text) || REFERENCE.test(text),
      'must be a key of the data layer, such as ecommerce.value, or a {{Variable}} of the container',
    )
    .optional()
    .describe(what);

export const conversionArguments = {
  platforms: z
    .array(
      z.strictObject({
        platform: z.enum(PLATFORMS).describe('Who is told'),
        destination: oneLine(200)
          .optional()
          .describe(
            'AW-…/label, pixel, PARTNER/CONVERSION or G-…, or an id of list_conversion_destinations there; default: the one that fits',
          ),
      }),
    )
    .min(1)
    .max(10)
    .describe('Several at once'),
  event: words(50).describe(
    'purchase, lead, qualified_lead, sign_up, add_to_cart, begin_checkout, subscribe, or its own name',
  ),
  fires_on: z
    .strictObject({
      page_address: Match.optional().describe('Path if it begins with /, else whole'),
      click: z
        .strictObject({
          text: match('Of the clicked element'),
          address: match('Of the clicked link'),
          id: words(200).optional().describe('Of the element'),
          css: words(500).optional().describe('Selector'),
        })
        .optional()
        .describe('A click'),
      form: z
        .strictObject({
          id: words(200).optional().describe('Of the form'),
          address: match('It is sent to'),
        })
        .optional()
        .describe('A form that is sent'),
      own_event: words(200).optional().describe('Event in the data layer'),
    })
    .describe('When'),
  value: z
    .strictObject({
      amount: AmountOrZero.optional().describe('Fixed, in major units of currency'),
      from: from('Or where it is: ecommerce.value'),
      currency: Currency.optional().describe('Such as EUR'),
      currency_from: from('Or where it is'),
    })
    .optional()
    .describe('What it is worth'),
  order_id: from('Where the order number is: transaction_id'),
  event_id: from('Where the id is that the server sends too'),
  consent: z
    .array(words(50))
    .max(10)
    .optional()
    .describe('Needed; default: ad_storage, ad_user_data, of Google their own checks; []: none'),
};
const Given = z.object(conversionArguments);
export type ConversionGiven = z.output<typeof Given>;

export function conversionProblems({ platforms, fires_on, value }: ConversionGiven): Problem[] {
  const { page_address, click, form, own_event } = fires_on;
  const acts = Object.entries({ click, form, own_event }).filter(([, one]) => one !== undefined);
  const twice = platforms.findIndex(
    (one, at) => platforms.findIndex((o) => o.platform === one.platform && o.destination === one.destination) !== at,
  );
  return [
    ...(acts.length + (page_address ? 1 : 0) === 0
      ? [{ field: 'fires_on', message: 'needs one of page_address, click, form, own_event' }]
      : []),
    ...(acts.length > 1
      ? [{ field: `fires_on.${acts[1]![0]}`, message: `cannot be combined with ${acts[0]![0]}` }]
      : []),
    ...matchProblems('fires_on.page_address', page_address),
    ...matchProblems('fires_on.click.text', click?.text),
    ...matchProblems('fires_on.click.address', click?.address),
    ...matchProblems('fires_on.form.address', form?.address),
    ...emptyProblem('fires_on.click', click, 'text, address, id, css'),
    ...(value ? valueProblems(value) : []),
    ...(twice >= 0 ? [{ field: `platforms.${twice}`, message: 'is named twice' }] : []),
  ];
}

function matchProblems(field: string, given: Match | undefined): Problem[] {
  if (!given) return [];
  const problems = exactlyOne(given, MATCHES).map(({ field: own, message }) => ({ field: `${field}.${own}`, message }));
  if (given.matches !== undefined && !isPattern(given.matches))
    problems.push({ field: `${field}.matches`, message: 'must be a regular expression' });
  return problems;
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

/** Every click would count. */
function emptyProblem(field: string, given: object | undefined, names: string): Problem[] {
  const isEmpty = given && Object.values(given).every((value) => value === undefined);
  return isEmpty ? [{ field, message: `needs at least one of ${names}` }] : [];
}

function valueProblems(value: NonNullable<ConversionGiven['value']>): Problem[] {
  const inside = (problems: readonly Problem[]) => problems.map((one) => ({ ...one, field: `value.${one.field}` }));
  return [
    ...inside(exactlyOne(value, ['amount', 'from'])),
    ...inside(exactlyOne(value, ['currency', 'currency_from'])),
  ];
}

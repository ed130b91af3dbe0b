import { z } from 'zod';
import { Moment, oneLine, WebAddress } from '../fields.ts';
import { AmountOrZero, Currency } from '../money.ts';

/** What happened, in words that every channel knows; anything else is an event's own name. */
export const EVENTS = [
  'purchase',
  'lead',
  'qualified_lead',
  'sign_up',
  'add_to_cart',
  'begin_checkout',
  'subscribe',
] as const;

export const SOURCES = ['web', 'app', 'store', 'crm'] as const;

const Value = z.string().max(320);
/** An id of the platforms, a cookie or a click: never with space in it. */
const Token = z
  .string()
  .max(1000)
  .refine((text) => !/\s/.test(text), 'must not have space in it');

const person = {
  email: Value.optional().describe('Plain, or its SHA-256'),
  phone: Value.optional().describe('With country code, or its SHA-256'),
  first_name: Value.optional().describe('Given name'),
  last_name: Value.optional().describe('Family name'),
  city: Value.optional().describe('City'),
  region: Value.optional().describe('State or province'),
  postal_code: Value.optional().describe('Postal code'),
  country: Value.optional().describe('Two letters: DE'),
  external_id: Value.optional().describe('Your own id of the person'),
};

const click = {
  gclid: Token.optional().describe('Search'),
  gbraid: Token.optional().describe('Search, from iOS apps'),
  wbraid: Token.optional().describe('Search, to iOS apps'),
  fbc: Token.optional().describe('Social cookie or click'),
  fbp: Token.optional().describe('Social cookie'),
  ttclid: Token.optional().describe('Video'),
  li_fat_id: Token.optional().describe('Professional'),
};

const browser = {
  ip: z.union([z.ipv4(), z.ipv6()]).optional().describe('Of the person'),
  user_agent: z.string().max(1000).optional().describe('Of the person; social needs it for web events'),
};

/** An e-mail address as an id or a name would stand in every ledger and report. */
function keptWords(max: number) {
  return oneLine(max).refine((words) => !words.includes('@'), 'must not be an e-mail address: it is kept as it is');
}

export const EventId = keptWords(100);

/** Something that a person did, told to the platforms whose ads may have led to it. */
export const ConversionEvent = z.strictObject({
  event: keptWords(50).describe(`${EVENTS.join(', ')}, or its own name`),
  event_id: EventId.describe('Yours, such as the order number: each is sent once'),
  happened_at: Moment.describe('With its zone'),
  value: z
    .strictObject({
      amount: AmountOrZero.describe('In major units of currency'),
      currency: Currency.describe('Such as EUR'),
    })
    .optional()
    .describe('What it was worth'),
  person: z.strictObject(person).optional().describe('Hashed here'),
  click: z.strictObject(click).optional().describe('Ids that the platforms gave the click'),
  browser: z.strictObject(browser).optional().describe('For web events'),
  lead: Token.optional().describe("The platform's id of the lead, from list_leads"),
  source: z.enum(SOURCES).default('web').describe('Where it happened'),
  url: WebAddress.optional().describe('Page of a web event'),
  consent: z
    .boolean()
    .optional()
    .describe('Whether the person agreed to ads by their data; search needs it for people in Europe'),
});
export type ConversionEvent = z.output<typeof ConversionEvent>;

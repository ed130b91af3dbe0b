import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Day, oneLine, text, WebAddress } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { exactlyOne, inOrder, notBoth } from '../../../tools/rules.ts';
import { microsOf } from '../money.ts';

const PRICE_TYPES = [
  ...['BRANDS', 'EVENTS', 'LOCATIONS', 'NEIGHBORHOODS', 'PRODUCT_CATEGORIES', 'PRODUCT_TIERS'],
  ...['SERVICES', 'SERVICE_CATEGORIES', 'SERVICE_TIERS'],
] as const;
const UNITS = ['PER_HOUR', 'PER_DAY', 'PER_WEEK', 'PER_MONTH', 'PER_YEAR', 'PER_NIGHT'] as const;
const OCCASIONS = [
  ...['NEW_YEARS', 'CHINESE_NEW_YEAR', 'VALENTINES_DAY', 'EASTER', 'MOTHERS_DAY', 'FATHERS_DAY', 'LABOR_DAY'],
  ...['BACK_TO_SCHOOL', 'HALLOWEEN', 'BLACK_FRIDAY', 'CYBER_MONDAY', 'CHRISTMAS', 'BOXING_DAY', 'SINGLES_DAY'],
  ...['INDEPENDENCE_DAY', 'NATIONAL_DAY', 'END_OF_SEASON', 'WINTER_SALE', 'SPRING_SALE', 'SUMMER_SALE', 'FALL_SALE'],
  ...['RAMADAN', 'EID_AL_FITR', 'EID_AL_ADHA', 'WOMENS_DAY', 'PASSOVER', 'HANUKKAH', 'DIWALI', 'CARNIVAL'],
] as const;
export const FORM_CALLS = [
  ...['LEARN_MORE', 'GET_QUOTE', 'APPLY_NOW', 'SIGN_UP', 'CONTACT_US', 'SUBSCRIBE', 'DOWNLOAD', 'BOOK_NOW'],
  ...['GET_OFFER', 'REGISTER', 'GET_INFO', 'REQUEST_DEMO', 'JOIN_NOW', 'GET_STARTED'],
] as const;
const FORM_FIELDS = [
  ...['FULL_NAME', 'FIRST_NAME', 'LAST_NAME', 'EMAIL', 'PHONE_NUMBER', 'POSTAL_CODE', 'STREET_ADDRESS', 'CITY'],
  ...['REGION', 'COUNTRY', 'WORK_EMAIL', 'WORK_PHONE', 'COMPANY_NAME', 'JOB_TITLE'],
] as const;

const LanguageCode = oneLine(10).default('en').describe('Of the texts, such as de');

/** Extensions that are made one at a time. */
export const extensionAssets = {
  price: z
    .strictObject({
      type: z.enum(PRICE_TYPES).describe('Of what is offered'),
      qualifier: z.enum(['FROM', 'UP_TO', 'AVERAGE']).optional().describe('Shown before each price'),
      language: LanguageCode,
      offers: z
        .array(
          z.strictObject({
            header: oneLine(25).describe('What it is'),
            description: oneLine(25).describe('More about it'),
            price: amount('Shown'),
            unit: z.enum(UNITS).optional().describe('What the price is for'),
            final_url: WebAddress.max(2048).describe('Where it leads'),
          }),
        )
        .min(3)
        .max(8)
        .describe('3 to 8'),
    })
    .optional()
    .describe('A list of prices'),
  promotion: z
    .strictObject({
      target: oneLine(20).describe('What is reduced: Winter boots'),
      percent_off: z.number().min(0.01).max(100).optional().describe('20 is 20 %; this or amount_off'),
      amount_off: amount('Of the price').optional(),
      up_to: z.boolean().optional().describe('Shown as "up to"'),
      code: oneLine(15).optional().describe('To be entered; this or orders_over'),
      orders_over: amount('Least value of the order').optional(),
      occasion: z.enum(OCCASIONS).optional().describe('What it is held for'),
      language: LanguageCode,
      final_url: WebAddress.max(2048).describe('Where it leads'),
      start_date: Day.optional().describe('First day it is shown'),
      end_date: Day.optional().describe('Last day it is shown'),
    })
    .optional()
    .describe('A discount'),
  lead_form: z
    .strictObject({
      business_name: oneLine(25).describe('Who asks'),
      headline: oneLine(30).describe('Of the form'),
      description: text(200).describe('What it is for'),
      privacy_policy_url: WebAddress.max(2048).describe('What becomes of the answers'),
      call_to_action: z.enum(FORM_CALLS).describe('Opens the form'),
      call_to_action_description: oneLine(30).describe('Beside it'),
      fields: z.array(z.enum(FORM_FIELDS)).min(1).max(10).describe('What people are asked for'),
      thanks_headline: oneLine(30).optional().describe('After sending'),
      thanks_description: text(200).optional().describe('After sending'),
    })
    .optional()
    .describe('A form; its terms have to be accepted once in the platform'),
};
const Given = z.object(extensionAssets);
type Given = z.output<typeof Given>;

const EXTENSION_ASSETS = Object.keys(extensionAssets) as (keyof Given)[];

export function extensionAssetProblems({ price, promotion, lead_form }: Given): Problem[] {
  const inside = (name: string, problems: Problem[]) =>
    problems.map((problem) => ({ ...problem, field: `${name}.${problem.field}` }));
  const same = (price?.offers ?? []).flatMap(({ header, description }, at) =>
    header === description ? [{ field: `price.offers.${at}.description`, message: 'is the same as the header' }] : [],
  );
  const twice = (lead_form?.fields ?? []).flatMap((field, at, all) =>
    all.indexOf(field) < at ? [{ field: `lead_form.fields.${at}`, message: 'is named twice' }] : [],
  );
  return [
    ...exactlyOne({ price, promotion, lead_form }, EXTENSION_ASSETS),
    ...same,
    ...(promotion
      ? inside('promotion', [
          ...exactlyOne(promotion, ['percent_off', 'amount_off']),
          ...notBoth(promotion, 'code', 'orders_over'),
          ...inOrder(promotion, 'start_date', 'end_date'),
        ])
      : []),
    ...twice,
  ];
}

/** The content as the platform's message, and the argument it came from. */
export function extensionAssetFields({ price, promotion, lead_form }: Given, currency: string | undefined) {
  if (price) return { argument: 'price', fields: priceFields(price, currency) };
  if (promotion) return { argument: 'promotion', fields: promotionFields(promotion, currency) };
  return { argument: 'lead_form', fields: lead_form ? leadFormFields(lead_form) : {} };
}

function priceFields({ type, qualifier, language, offers }: NonNullable<Given['price']>, currency: string | undefined) {
  const priceOfferings = offers.map(({ header, description, price, unit, final_url }, at) => ({
    header,
    description,
    price: money(`price.offers.${at}.price`, price, currency),
    ...(unit && { unit }),
    finalUrl: final_url,
  }));
  return {
    priceAsset: { type, ...(qualifier && { priceQualifier: qualifier }), languageCode: language, priceOfferings },
  };
}

/** The platform counts discounts in millionths: 1,000,000 is 100 %. */
const PARTS_OF_A_PERCENT = 10_000;

function promotionFields(given: NonNullable<Given['promotion']>, currency: string | undefined) {
  const { percent_off, amount_off, up_to, code, orders_over, occasion, start_date, end_date } = given;
  return {
    finalUrls: [given.final_url],
    promotionAsset: {
      promotionTarget: given.target,
      languageCode: given.language,
      ...(percent_off !== undefined && { percentOff: String(Math.round(percent_off * PARTS_OF_A_PERCENT)) }),
      ...(amount_off && { moneyAmountOff: money('promotion.amount_off', amount_off, currency) }),
      ...(up_to && { discountModifier: 'UP_TO' }),
      ...(code && { promotionCode: code }),
      ...(orders_over && { ordersOverAmount: money('promotion.orders_over', orders_over, currency) }),
      ...(occasion && { occasion }),
      ...(start_date && { startDate: start_date }),
      ...(end_date && { endDate: end_date }),
    },
  };
}

/** The discount as people say it: 20 is 20 %. */
export function withPercent<T extends object>(promotion: T): T {
  const { percentOff } = promotion as { percentOff?: unknown };
  return percentOff === undefined ? promotion : { ...promotion, percentOff: Number(percentOff) / PARTS_OF_A_PERCENT };
}

function leadFormFields(form: NonNullable<Given['lead_form']>) {
  return {
    leadFormAsset: {
      businessName: form.business_name,
      headline: form.headline,
      description: form.description,
      privacyPolicyUrl: form.privacy_policy_url,
      callToActionType: form.call_to_action,
      callToActionDescription: form.call_to_action_description,
      fields: form.fields.map((inputType) => ({ inputType })),
      ...(form.thanks_headline && { postSubmitHeadline: form.thanks_headline }),
      ...(form.thanks_description && { postSubmitDescription: form.thanks_description }),
    },
  };
}

function money(field: string, given: string, currency: string | undefined) {
  return { amountMicros: microsOf(field, given, currency), currencyCode: currency };
}

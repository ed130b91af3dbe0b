import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

const FIELDS = ['id', 'descriptive_name', 'currency_code', 'time_zone', 'status', 'manager', 'test_account'];

export default defineTool(channel, {
  name: 'get_customer',
  title: 'Get a customer account',
  description:
    'Details of a search-ads account: name, currency, time zone, status, whether it is a manager or a test account.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: z.object({
    customer: z.object({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      timezone: z.string(),
      status: z.string(),
      is_manager: z.boolean(),
      is_test: z.boolean(),
    }),
  }),
  async run(_args, { client, account }) {
    const row = await client.row(account, { select: FIELDS.map((field) => `customer.${field}`), from: 'customer' });
    const customer = row?.customer;
    if (!customer) {
      throw new Failure({
        code: 'not_found',
        message: `The search platform returned nothing for customer ${account}.`,
        nextStep: 'Check customer_id.',
      });
    }
    return {
      customer: {
        id: customer.id ?? account,
        name: customer.descriptiveName ?? '',
        currency: customer.currencyCode ?? '',
        timezone: customer.timeZone ?? '',
        status: customer.status ?? 'UNKNOWN',
        is_manager: customer.manager ?? false,
        is_test: customer.testAccount ?? false,
      },
    };
  },
});

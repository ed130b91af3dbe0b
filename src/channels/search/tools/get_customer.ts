import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { notFound } from '../../../tools/not-found.ts';
import { channel } from '../channel.ts';
import { CUSTOMER_FIELDS, CustomerOutput, shownCustomer } from '../resources/account.ts';

export default defineTool(channel, {
  name: 'get_customer',
  title: 'Get a customer account',
  description:
    'Details of a search-ads account: name, currency, time zone, status, whether it is a manager or a test account.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: z.object({ customer: CustomerOutput }),
  async run(_args, { client, account }) {
    const row = await client.row(account, { select: CUSTOMER_FIELDS, from: 'customer' });
    if (row?.customer) return { customer: shownCustomer(row.customer) };
    throw notFound({ what: 'customer', id: account, where: 'this connection', list: 'list_customers' });
  },
});

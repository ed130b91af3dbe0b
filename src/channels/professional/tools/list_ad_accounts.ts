import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { type Days, dayIn, daysOf } from '../../../tools/report/period.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { coinDigits } from '../money.ts';
import { AnalyticsRow, METRICS } from '../report/metrics.ts';
import { accountsQuery } from '../report/request.ts';
import { AdAccount, adAccountOf } from '../resources/account.ts';
import { AccountId, idIn, statusFilter, urnOf } from '../resources/fields.ts';
import { WireAccount } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_ad_accounts',
  title: 'List ad accounts',
  description: 'The ad accounts this connection reaches, with currency, status and page.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({
    account_ids: z
      .array(AccountId.meta({ description: undefined }))
      .min(1)
      .max(50)
      .optional()
      .describe('Only these'),
    status: statusFilter(['ACTIVE', 'DRAFT', 'CANCELED', 'PENDING_DELETION', 'REMOVED']),
    include_test: z.boolean().default(false).describe('Test accounts too, which never serve'),
    with_cost: z.boolean().optional().describe('Also cost, clicks and conversions of the last 30 days'),
    ...listArguments(25),
  }),
  output: z.object({
    ad_accounts: z.array(AdAccount),
    period: z.looseObject({ start_date: z.string(), end_date: z.string() }).optional(),
    ...nextCursor,
  }),
  async run({ account_ids, status, include_test, with_cost, limit, cursor }, { client, accounts }) {
    const search = {
      id: account_ids && { values: account_ids.map((id) => urnOf('sponsoredAccount', id)) },
      status: status && { values: status },
      test: include_test ? undefined : false,
    };
    const params = { q: 'search', search };
    const { items, ...more } = await client.list('/adAccounts', WireAccount, { limit, cursor, params });
    const shown = accounts ? items.filter(({ id }) => accounts.includes(id)) : items;
    if (!with_cost || shown.length === 0) return { ad_accounts: shown.map(adAccountOf), ...more };
    const days = daysOf('LAST_30_DAYS', dayIn('UTC', client.session.platformNow()));
    const metricsOf = await costs(client, shown, days);
    return {
      ad_accounts: shown.map((account) => ({ ...adAccountOf(account), metrics: metricsOf(account) })),
      period: { ...days, time_zone: 'UTC' },
      ...more,
    };
  },
});

const SHOWN = METRICS.select(['cost', 'clicks', 'conversions']);

/** Costs of all accounts in one request. A missing row means no delivery or no permission; the platform does not say which. */
async function costs(client: ProfessionalClient, accounts: readonly WireAccount[], days: Days) {
  const ids = accounts.map(({ id }) => id);
  const rows = await client.found('/adAnalytics', AnalyticsRow, accountsQuery(ids, days, SHOWN.fields));
  const byId = new Map(rows.map((row) => [idIn(row.pivotValues[0] ?? ''), row]));
  return ({ id, currency }: WireAccount) => {
    const row = byId.get(id);
    return SHOWN.showTotals(row ? SHOWN.read(row) : {}, { code: currency, digits: coinDigits(currency) });
  };
}

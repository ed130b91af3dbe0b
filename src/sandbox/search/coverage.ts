import type { Coverage, RouteCoverage } from '../emulator.ts';
import { SIGN_IN_COVERAGE } from '../google/sign-in.ts';
import { rules } from './rules/coverage.ts';
import { KINDS } from './rules/kinds.ts';

const CUSTOMER = '/{version}/customers/{customerId}';

const call = (
  method: string,
  path: string,
  state: RouteCoverage['state'] = 'supported',
  note?: string,
): RouteCoverage => ({
  method,
  path,
  state,
  ...(note !== undefined && { note }),
});

const GAPS =
  'resources of catalogue/selection.ts, others answer 501 once the query is found valid; shopping_performance_view has products in one account, without categories and attributes; links of assets to accounts, campaigns and ad groups have no traffic of their own';

const routes: readonly RouteCoverage[] = [
  call('GET', '/{version}/customers:listAccessibleCustomers'),
  call('POST', `${CUSTOMER}/googleAds:search`, 'partial', GAPS),
  call('POST', `${CUSTOMER}/googleAds:searchStream`, 'partial', 'as googleAds:search'),
  call('POST', `${CUSTOMER}/googleAds:mutate`, 'partial', 'the kinds that have a :mutate of their own here'),
  ...[...KINDS.values()].map(({ collection }) => call('POST', `${CUSTOMER}${collection && `/${collection}`}:mutate`)),
  call('POST', `${CUSTOMER}/assetGroupListingGroupFilters:mutate`, 'absent', 'the company sells no product feed'),
  call('POST', `${CUSTOMER}/customerClientLinks:mutate`, 'absent'),
  call('POST', `${CUSTOMER}:createCustomerClient`, 'absent'),
  call('POST', `${CUSTOMER}:generateKeywordIdeas`),
  call('POST', `${CUSTOMER}:generateKeywordHistoricalMetrics`),
  call('POST', '/{version}/geoTargetConstants:suggest'),
  call('POST', '/{version}/googleAdsFields:search'),
  call('GET', '/{version}/googleAdsFields/{name}'),
  call(
    'POST',
    `${CUSTOMER}/recommendations:apply`,
    'partial',
    'CAMPAIGN_BUDGET, KEYWORD and MAXIMIZE_CONVERSIONS_OPT_IN',
  ),
  call('POST', `${CUSTOMER}/offlineUserDataJobs:create`, 'partial', 'lists of customers'),
  call('POST', `${CUSTOMER}/offlineUserDataJobs/{job}:addOperations`, 'partial', 'e-mail addresses and phone numbers'),
  call('POST', `${CUSTOMER}/offlineUserDataJobs/{job}:run`),
  call('POST', `${CUSTOMER}/recommendations:dismiss`),
  call('POST', `${CUSTOMER}/recommendations:generate`, 'absent'),
  call(
    'POST',
    `${CUSTOMER}:uploadClickConversions`,
    'partial',
    'only for projects that are let in; people by their data and carts are not read',
  ),
  call('POST', `${CUSTOMER}:uploadConversionAdjustments`, 'partial', 'by order id, without enhancements'),
  call('POST', `${CUSTOMER}:uploadCallConversions`, 'absent'),
  call(
    'POST',
    '/v1/events:ingest',
    'partial',
    'destinations of Google Ads; carts, variables and encryption are not read',
  ),
  call('GET', '/v1/requestStatus:retrieve', 'partial', 'of events'),
  call('POST', '/v1/audienceMembers:ingest', 'absent'),
  ...SIGN_IN_COVERAGE,
];

export const coverage: Coverage = { routes, rules };

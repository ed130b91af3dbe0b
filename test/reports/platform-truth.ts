import type { ReportingService } from '../reporting-service.ts';

interface Asked {
  channel: string;
  account: string;
  company: string;
  start_date: string;
  end_date: string;
}

/** What one account cost, and how often it was seen and clicked: asked on the platform's own wire, with none of our code. */
export async function askPlatform(service: ReportingService, asked: Asked): Promise<[unknown, unknown, unknown]> {
  const { channel, company } = asked;
  const grants = await service.controlled('/grants');
  const { credentials, options = {} } = grants[channel].find((one: { company: string }) => one.company === company);
  const origin = service.sandbox.origins[channel]!;
  return ASK[channel]!({ ...asked, origin, credentials, options });
}

interface Question extends Asked {
  origin: string;
  credentials: Record<string, string>;
  options: Record<string, string>;
}

type Numbers = Promise<[unknown, unknown, unknown]>;

// biome-ignore lint/suspicious/noExplicitAny: the platform's own shapes
async function json(url: string, init: RequestInit): Promise<any> {
  const reply = await fetch(url, init);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

const ASK: Readonly<Record<string, (question: Question) => Numbers>> = {
  async social({ origin, credentials, account, start_date: since, end_date: until }) {
    const query = new URLSearchParams({
      level: 'account',
      fields: 'spend,impressions,clicks',
      time_range: JSON.stringify({ since, until }),
    });
    const headers = { authorization: `Bearer ${credentials.access_token}` };
    const [row] = (await json(`${origin}/v26.0/act_${account}/insights?${query}`, { headers })).data;
    return [row?.spend, row?.impressions, row?.clicks];
  },

  async search({ origin, credentials, options, account, start_date, end_date }) {
    const { refresh_token, client_id, client_secret } = credentials;
    const grant = { grant_type: 'refresh_token', refresh_token, client_id, client_secret } as Record<string, string>;
    const { access_token } = await json(`${origin}/token`, { method: 'POST', body: new URLSearchParams(grant) });
    const query = `SELECT metrics.cost_micros, metrics.impressions, metrics.clicks FROM customer WHERE segments.date BETWEEN '${start_date}' AND '${end_date}'`;
    const headers = {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'login-customer-id': options.login_customer_id ?? account,
    };
    const address = `${origin}/v25/customers/${account}/googleAds:search`;
    const { results = [] } = await json(address, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { costMicros = '0', impressions, clicks } = results[0]?.metrics ?? {};
    return [Number(costMicros) / 1e6, impressions, clicks];
  },

  async professional({ origin, credentials, account, start_date, end_date }) {
    const date = (day: string) => {
      const [year, month, date] = day.split('-').map(Number);
      return `(year:${year},month:${month},day:${date})`;
    };
    const query = [
      'q=analytics&pivot=ACCOUNT&timeGranularity=ALL',
      `dateRange=(start:${date(start_date)},end:${date(end_date)})`,
      `accounts=List(urn%3Ali%3AsponsoredAccount%3A${account})`,
      'fields=costInLocalCurrency,impressions,clicks',
    ].join('&');
    const headers = {
      authorization: `Bearer ${credentials.access_token}`,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
    };
    const [row] = (await json(`${origin}/rest/adAnalytics?${query}`, { headers })).elements;
    return [row?.costInLocalCurrency, row?.impressions, row?.clicks];
  },

  async video({ origin, credentials, account, start_date, end_date }) {
    const query = new URLSearchParams({
      advertiser_id: account,
      report_type: 'BASIC',
      data_level: 'AUCTION_ADVERTISER',
      dimensions: '["advertiser_id"]',
      metrics: '["spend","impressions","clicks"]',
      start_date,
      end_date,
    });
    const headers = { 'access-token': credentials.access_token! };
    const { data } = await json(`${origin}/open_api/v1.3/report/integrated/get/?${query}`, { headers });
    const { spend, impressions, clicks } = data.list[0]?.metrics ?? {};
    return [spend, impressions, clicks];
  },
};

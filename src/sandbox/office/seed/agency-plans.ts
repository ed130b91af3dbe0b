import { DAY_MS } from '../../../ambient.ts';
import type { Cell, Tab, Workbook } from '../state/workbook.ts';
import { date, formula, money, number, type Row, row } from './cells.ts';

/** Media plans as four agencies write them. About half of their campaigns run already, by the same names. */
export const TIDY_PLAN_ID = '1AgencyTidyMediaPlan-Rk2vT8yQ0hLs6WbN4xPzDg7c';
export const GERMAN_PLAN_ID = '1AgencyGermanMediaplan-Hq5tY9zE1nKw3RmV7bXcSf';
export const FRENCH_PLAN_ID = '1AgencyPlanMediaFrance-Jd8uC4oM6pGx2TsB0wZrLv';
export const MESSY_PLAN_ID = '1AgencyMessyMediaPlan-Yf3iN7kQ5aVh9EjU1tWlXo';

/** What each of them shows, for people who choose one. */
export const PRACTICE_SHEETS = [
  { id: TIDY_PLAN_ID, kind: 'Tidy: one head row, real days and amounts, one row an ad set' },
  { id: GERMAN_PLAN_ID, kind: 'German: a title above, typed days and amounts, yen below the dollars' },
  { id: FRENCH_PLAN_ID, kind: 'French: heads over two rows, a budget a month, merged cells, euros' },
  { id: MESSY_PLAN_ID, kind: 'Messy: sections for channels, two currencies, heads again, an error, a row twice' },
] as const;

const DOLLARS = money('"$"#,##0.00');

/** Days from now on: a plan of the past could not be made. */
class Days {
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** 2026-11-16. */
  iso(daysAhead: number): string {
    return new Date(this.#now + daysAhead * DAY_MS).toISOString().slice(0, 10);
  }

  /** 16.11.26. */
  german(daysAhead: number): string {
    const [year = '', month, day] = this.iso(daysAhead).split('-');
    return `${day}.${month}.${year.slice(2)}`;
  }

  /** 16/11/2026. */
  french(daysAhead: number): string {
    return this.iso(daysAhead).split('-').reverse().join('/');
  }

  /** The first and last day of a month, and its year, so many months from now. */
  month(monthsAhead: number): { year: number; month: number; first: string; last: string } {
    const now = new Date(this.#now);
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
    const shown = (moment: Date) => moment.toISOString().slice(0, 10).split('-').reverse().join('/');
    return { year: first.getUTCFullYear(), month: first.getUTCMonth(), first: shown(first), last: shown(last) };
  }
}

/** Media plans of one company's agencies, dated from the sandbox's present on. */
export function agencyPlans(now: number, sharedWith: readonly string[]): Workbook[] {
  const days = new Days(now);
  const workbook = (id: string, title: string, locale: string, tab: Tab): Workbook => ({
    id,
    title,
    locale,
    timeZone: 'Europe/Berlin',
    sharedWith,
    tabs: [tab],
    namedRanges: [],
  });
  return [
    workbook(TIDY_PLAN_ID, 'Acme digital plan', 'en_US', tidyTab(days)),
    workbook(GERMAN_PLAN_ID, 'Acme Mediaplan', 'de_DE', germanTab(days)),
    workbook(FRENCH_PLAN_ID, 'Plan média Acme Europe', 'fr_FR', frenchTab(days)),
    workbook(MESSY_PLAN_ID, 'ACME plan v7 FINAL (2)', 'en_GB', messyTab(days)),
  ];
}

function tabOf(title: string, rows: readonly Row[], more: Partial<Tab> = {}): Tab {
  return { sheetId: 0, title, rowCount: 200, columnCount: 26, rows, ...more };
}

const SHOP = 'https://www.acme.example';

/** One head row, real days and amounts, one row an ad set. */
function tidyTab(days: Days): Tab {
  const day = { type: 'DATE', pattern: 'm/d/yyyy' } as const;
  const line = (
    [platform, campaign, objective, adSet]: readonly [string, string, string, string],
    [from, to]: readonly [number, number],
    budget: number,
    [headline, text, page]: readonly [string, string, string],
  ) =>
    row(
      platform,
      campaign,
      objective,
      adSet,
      date(days.iso(from), day),
      date(days.iso(to), day),
      number(budget, DOLLARS),
      'USA',
      headline,
      text,
      `${SHOP}/${page}`,
    );
  const shoes = ['Made for the trail', 'Shoes that hold on wet rock.', 'trail'] as const;
  const gifts = ['Gifts for runners', 'Find the right one in a minute.', 'gifts'] as const;
  const lines = [
    line(['Meta', 'Always on: prospecting', 'Sales', 'Broad'], [10, 45], 18_000, shoes),
    line(['Meta', 'Gift guide', 'Traffic', 'Runners 25-54'], [12, 40], 9_600, gifts),
    line(['Meta', 'Gift guide', 'Traffic', 'Hikers 25-54'], [12, 40], 4_800.5, gifts),
    line(['Google Ads', 'Search – Shoes', 'Sales', 'Running shoes'], [10, 50], 16_000, shoes),
    line(['Google Ads', 'Search – Gifts', 'Sales', 'Gift ideas'], [10, 50], 6_000, gifts),
    line(['TikTok', 'Store traffic', 'Traffic', 'All ages'], [14, 40], 8_400, shoes),
    line(['TikTok', 'Unboxing stories', 'Video views', 'Film fans'], [14, 40], 6_000, gifts),
    line(['LinkedIn', 'Corporate gifting', 'Leads', 'HR managers'], [10, 35], 9_000, gifts),
  ];
  return tabOf(
    'Media plan',
    [
      row(
        ...['Platform', 'Campaign name', 'Objective', 'Ad set', 'Start date', 'End date', 'Total budget (USD)'],
        ...['Country', 'Headline', 'Primary text', 'Landing page'],
      ),
      ...lines,
      row('Total', '', '', '', '', '', formula(`=SUM(G2:G${lines.length + 1})`, 77_800.5, DOLLARS)),
    ],
    { frozenRowCount: 1 },
  );
}

/** Heads in the fourth row, days and amounts typed as German text, yen below the sum of the dollars. */
function germanTab(days: Days): Tab {
  const line = (
    channel: string,
    campaign: string,
    goal: string,
    from: number,
    to: number,
    budget: string,
    code: string,
  ) => row(channel, campaign, goal, days.german(from), days.german(to), budget, code);
  return tabOf(
    'Plan',
    [
      row('Mediaplan Acme, Weihnachten'),
      row('Alle Budgets netto, ohne Agenturhonorar'),
      [],
      row('Kanal', 'Kampagne', 'Ziel', 'von', 'bis', 'Budget ges.', 'Whg'),
      line('Social', 'Retargeting: site visitors', 'Abverkauf', 12, 43, '18.000,00', 'USD'),
      line('Social', 'Weihnachten: Neukunden', 'Abverkauf', 12, 43, '9.600,00', 'USD'),
      line('Social', 'Geschenke-Video', 'Reichweite', 8, 22, '4.000,00', 'USD'),
      line('Search', 'Search – Shoes', 'Abverkauf', 8, 43, '16.000,00', 'USD'),
      line('Search', 'Geschenke: Marke', 'Abverkauf', 8, 50, '6.000,00', 'USD'),
      line('Search', 'Performance Max – Shop', 'Abverkauf', 12, 43, '12.000,00', 'USD'),
      line('Video', 'Store traffic', 'Traffic', 12, 39, '8.400,00', 'USD'),
      line('Video', 'Creators: Geschenke', 'Abverkauf', 12, 39, '6.000,00', 'USD'),
      line('Video', 'Letzter Versandtag', 'Abverkauf', 37, 33, '3.000,00', 'USD'),
      line('Professional', 'Firmengeschenke', 'Leads', 8, 33, '9.000,00', 'USD'),
      line('Professional', 'HR-Leitung: Geschenke', 'Leads', 8, 33, '200,00', 'USD'),
      row('', 'Summe', '', '', '', '92.200,00'),
      line('Social', 'ホリデー：新規顧客', 'Abverkauf', 12, 43, '1.800.000', 'JPY'),
      line('Search', 'ギフト：指名', 'Abverkauf', 12, 43, '900.000', 'JPY'),
      line('Search', 'ギフト：一般', 'Abverkauf', 12, 43, '1.100.000', 'JPY'),
      line('Video', '年末ムービー', 'Reichweite', 20, 47, '500.000', 'JPY'),
    ],
    { merges: [{ row0: 0, row1: 1, column0: 0, column1: 7 }] },
  );
}

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

/** Heads over two rows: days under their period, months under the budget; the channel is written once for its rows. */
function frenchTab(days: Days): Tab {
  const [first, second] = [days.month(1), days.month(2)];
  const head = ({ month, year }: { month: number; year: number }) => `${MONTHS[month]} ${year}`;
  const euros = (amount: number): Cell | null =>
    amount === 0 ? null : { value: `${amount.toLocaleString('fr-FR').replaceAll('\u202f', ' ')},00 €` };
  const line = (channel: string, campaign: string, goal: string, country: string, a: number, b: number) =>
    row(
      channel,
      campaign,
      goal,
      country,
      a === 0 ? second.first : first.first,
      b === 0 ? first.last : second.last,
      euros(a),
      euros(b),
      euros(a + b),
    );
  const merged = (row0: number, row1: number, column0: number, column1: number) => ({ row0, row1, column0, column1 });
  return tabOf(
    'Plan média',
    [
      row('PLAN MÉDIA – ACME EUROPE'),
      row('Client : Acme', '', 'Version du', days.french(0)),
      [],
      row('Levier', 'Campagne', 'Objectif', 'Pays', 'Période', '', 'Budget net HT', '', ''),
      row('', '', '', '', 'Du', 'Au', head(first), head(second), 'Total'),
      line('Google Ads', 'Search – Shoes', 'Ventes', 'Allemagne', 6_000, 8_500),
      line('', 'Search – Gear', 'Ventes', 'Allemagne', 4_000, 4_000),
      line('', 'Idées cadeaux', 'Trafic', 'France, Belgique', 0, 3_250),
      line('Meta', 'Collection hiver', 'Notoriété', 'France', 12_000, 0),
      line('', 'Soldes', 'Ventes', 'France', 0, 15_000),
      row('Sous-total', '', '', '', '', '', euros(22_000), euros(30_750), euros(52_750)),
      [],
      row('* Budgets nets, hors frais techniques.'),
    ],
    {
      merges: [
        merged(3, 4, 4, 6),
        merged(3, 4, 6, 9),
        ...[0, 1, 2, 3].map((column) => merged(3, 5, column, column + 1)),
        merged(5, 8, 0, 1),
        merged(8, 10, 0, 1),
      ],
    },
  );
}

/** Sections instead of a channel column, two currencies by their signs, both days in one cell, heads again, an error, the same row twice. */
function messyTab(days: Days): Tab {
  const flight = (from: number, to: number) => `${days.german(from).slice(0, 6)} – ${days.german(to)}`;
  const heads = row(
    '',
    'Campaign / line item',
    'Ad group',
    'Goal',
    'Flight',
    'Planned spend',
    'Spent to date',
    'CPM',
    'Comments',
  );
  const line = (
    campaign: string,
    group: string,
    goal: string,
    from: number,
    to: number,
    spend: string | Cell,
    note = '',
  ) => row('', campaign, group, goal, flight(from, to), spend, '', '4.20', note);
  const broken = formula('=Rates!B9*1000', { error: 'REF', message: 'Reference does not exist' });
  return tabOf('Sheet1 (new)', [
    row('ACME / winter', '', '', '', '', '', '', 'logo'),
    row('prepared by K., please do not share'),
    [],
    heads,
    row('PAID SOCIAL'),
    line('Always on: prospecting', 'Broad', 'Conversions', 9, 40, '$12,500.00'),
    line('', 'Hikers', '', 9, 40, '', 'same budget as above'),
    line('Winter collection teaser', 'Everyone', 'Brand awareness', 9, 20, '$4.5k', 'waiting for the film!!'),
    line('Winter collection teaser', 'Everyone', 'Brand awareness', 9, 20, '$4.5k'),
    row('', 'Subtotal', '', '', '', '$21,500.00'),
    [],
    row('SEARCH'),
    heads,
    line('Search – Shoes', 'Running shoes', 'Sales', 9, 40, '$8,000.00'),
    line('Search – Gear', 'Accessories', 'Sales', 9, 40, '€6,000.00', 'EU account'),
    line('Gift finder', 'Gift ideas', 'Traffic', 12, 40, broken),
    row('TikTok'),
    line('Spring sale', 'Buyers', 'Sales', 15, 45, '$3,000'),
    line('Sale countdown', 'Buyers', 'Sales', 30, 36, 'tbd'),
    row('YouTube'),
    line('Film 30s', 'Film fans', 'Views', 10, 30, '$20,000'),
    [],
    row('', 'TOTAL', '', '', '', '$52,500.00', '', '', 'without the EU'),
    row('Note: amounts are media only, fees are billed separately.'),
  ]);
}

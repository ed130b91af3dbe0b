import type { Tab, Workbook } from '../state/workbook.ts';
import { formula, money, number, RATE, row, WHOLE } from './cells.ts';
import { dailyTab, type PlanSettings, planNames, planTab } from './media-plan.ts';

export const ACME_PLAN_ID = '1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o';
export const ACME_JAPAN_PLAN_ID = '1AcmeJapanMediaPlan2026-b8NwE5hC1yGkVzR6uTqX';
export const RANGE_EXAMPLES_ID = '1AcmeRangeExamples-Wq3nD7sJ0pLx5KfB9tYvZr2mC';
export const UPLOADED_FILE_ID = '1AcmeUploadedWorkbook-e4RkU8zGhQ1oVb6TnXw0yS';

const ACME: PlanSettings = {
  heading: 'Acme media plan, Q4 2026',
  currency: money('"$"#,##0.00'),
  day: { type: 'DATE', pattern: 'm/d/yyyy' },
  campaigns: [
    {
      channel: 'search',
      name: 'Acme – Brand',
      start: '2026-10-01',
      end: '2026-12-31',
      budget: 18_000,
      spent: 7_412.5,
      approved: true,
    },
    {
      channel: 'search',
      name: 'Search – Shoes',
      start: '2026-10-01',
      end: '2026-12-31',
      budget: 42_500,
      spent: 21_006.18,
      approved: true,
    },
    {
      channel: 'social',
      name: 'Prospecting "lookalikes"',
      start: '2026-10-05',
      end: '2026-12-20',
      budget: 36_000,
      spent: 15_880.4,
      approved: true,
    },
    {
      channel: 'social',
      name: 'Retargeting',
      start: '2026-10-05',
      end: '2026-12-31',
      budget: 12_000,
      spent: 6_240,
      approved: true,
      note: 'Cap raised on Nov 2,\nsee ticket 118',
    },
    {
      channel: 'video',
      name: 'Launch film',
      start: '2026-11-02',
      end: '2026-11-29',
      budget: 25_000,
      spent: 11_337.95,
      approved: true,
    },
    {
      channel: 'professional',
      name: 'Team wear for companies',
      start: '2026-11-09',
      end: '2026-12-18',
      budget: 9_750,
      spent: 812.6,
      approved: true,
    },
    {
      channel: 'video',
      name: 'New Year teaser',
      start: '2026-12-14',
      end: '2026-12-31',
      budget: 8_000,
      spent: 0,
      approved: false,
      note: 'Waiting for legal',
    },
  ],
};

const ACME_JAPAN: PlanSettings = {
  heading: 'Acme Japan 媒体計画 2026年第4四半期',
  currency: money('[$¥]#,##0'),
  day: { type: 'DATE', pattern: 'yyyy/mm/dd' },
  campaigns: [
    {
      channel: 'search',
      name: '指名検索',
      start: '2026-10-01',
      end: '2026-12-31',
      budget: 1_200_000,
      spent: 486_210,
      approved: true,
    },
    {
      channel: 'social',
      name: '新規獲得',
      start: '2026-10-12',
      end: '2026-12-20',
      budget: 2_750_000,
      spent: 1_103_444,
      approved: true,
    },
    {
      channel: 'video',
      name: '年末年始',
      start: '2026-12-01',
      end: '2026-12-31',
      budget: 980_000,
      spent: 0,
      approved: false,
      note: '素材待ち',
    },
  ],
};

export function acmePlan(sharedWith: readonly string[]): Workbook {
  return {
    id: ACME_PLAN_ID,
    title: 'Acme media plan',
    locale: 'en_US',
    timeZone: 'America/New_York',
    sharedWith,
    tabs: [
      {
        sheetId: 1001,
        title: '_lists',
        hidden: true,
        rowCount: 50,
        columnCount: 2,
        rows: listed('search', 'social', 'video', 'professional'),
      },
      planTab(ACME),
      dailyTab(
        2001,
        "New Year's Push",
        [
          ['2026-12-28', 1_500],
          ['2026-12-29', 1_500],
          ['2026-12-30', 2_250.5],
          ['2026-12-31', 2_749.5],
        ],
        ACME,
      ),
      ratesTab(3001),
      { sheetId: 4001, title: 'Q4', rowCount: 20, columnCount: 4, rows: [row('Month', 'Target clicks'), ...targets()] },
      { sheetId: 5001, title: 'Pacing', chart: true, rowCount: 0, columnCount: 0, rows: [] },
    ],
    namedRanges: [
      ...planNames(ACME),
      { id: 'named-rates', name: 'ExchangeRates', sheetId: 3001, area: { row0: 1, row1: 5, column0: 0, column1: 3 } },
    ],
  };
}

export function acmeJapanPlan(sharedWith: readonly string[]): Workbook {
  return {
    id: ACME_JAPAN_PLAN_ID,
    title: 'Acme Japan 媒体計画',
    locale: 'ja_JP',
    timeZone: 'Asia/Tokyo',
    sharedWith,
    tabs: [
      planTab(ACME_JAPAN),
      dailyTab(
        2002,
        '年末 キャンペーン',
        [
          ['2026-12-29', 120_000],
          ['2026-12-30', 150_000],
          ['2026-12-31', 180_000],
        ],
        ACME_JAPAN,
      ),
    ],
    namedRanges: planNames(ACME_JAPAN),
  };
}

/** A grid with every tricky form of a range, readable by link. */
export function rangeExamples(sharedWith: readonly string[]): Workbook {
  const tab = (sheetId: number, title: string, rowCount: number, columnCount: number, rows: Tab['rows']): Tab => ({
    sheetId,
    title,
    rowCount,
    columnCount,
    rows,
  });
  return {
    id: RANGE_EXAMPLES_ID,
    title: 'Range examples',
    locale: 'en_US',
    timeZone: 'Europe/Paris',
    sharedWith,
    linkReadable: true,
    tabs: [
      tab(0, 'Sheet1', 1_000, 26, [row('a', 'b'), row('1'), [], row('x')]),
      tab(11, 'My Sheet', 100, 5, [row('m')]),
      tab(12, 'CO2', 1_000, 26, [row('c')]),
      tab(13, "Jon's", 10, 3, []),
    ],
    namedRanges: [
      { id: 'named-budget', name: 'Budget', sheetId: 0, area: { row0: 0, row1: 2, column0: 0, column1: 2 } },
    ],
  };
}

export function uploadedFile(sharedWith: readonly string[]): Workbook {
  return {
    id: UPLOADED_FILE_ID,
    title: 'Agency estimate.xlsx',
    locale: 'en_US',
    timeZone: 'Etc/GMT',
    sharedWith,
    uploadedFile: true,
    tabs: [],
    namedRanges: [],
  };
}

function ratesTab(sheetId: number): Tab {
  const price = 1_250;
  const rates: [string, number, string][] = [
    ['USD', 1, '"$"#,##0.00'],
    ['EUR', 0.8642, '[$€]#,##0.00'],
    ['GBP', 0.7591, '[$£]#,##0.00'],
    ['JPY', 154.31, '[$¥]#,##0'],
  ];
  return {
    sheetId,
    title: 'Rates',
    rowCount: 200,
    columnCount: 6,
    rows: [
      row('Currency', 'Per dollar', `${price} dollars`),
      ...rates.map(([currency, rate, pattern], index) =>
        row(currency, number(rate, RATE), formula(`=${price}*B${index + 2}`, price * rate, money(pattern))),
      ),
    ],
  };
}

function listed(...texts: string[]): Tab['rows'] {
  return texts.map((text) => row(text));
}

function targets(): Tab['rows'] {
  return Object.entries({ October: 41_000, November: 58_500, December: 63_250 }).map(([month, clicks]) =>
    row(month, number(clicks, WHOLE)),
  );
}

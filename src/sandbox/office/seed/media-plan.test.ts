import { describe, expect, test } from 'vitest';
import { officeForTests } from '../calls.testing.ts';
import { ACME_JAPAN_PLAN_ID, ACME_PLAN_ID } from './workbooks.ts';

const office = officeForTests();

describe('the seeded media plan', () => {
  const line = async (range: string, options = {}) => (await office.read(ACME_PLAN_ID, range, options)).values?.[0];

  test('opens on its first visible tab', async () => {
    expect((await office.read(ACME_PLAN_ID, 'A1', {})).range).toBe('Plan!A1');
    expect((await office.read(ACME_PLAN_ID, "'_lists'!A1", {})).values).toEqual([['search']]);
  });

  test('shows money, dates, shares and switches as a person sees them', async () => {
    expect(await line('Plan!A4:I4')).toEqual([
      'search',
      'Acme – Brand',
      '10/1/2026',
      '12/31/2026',
      '$18,000.00',
      '$7,412.50',
      '$10,587.50',
      '41.2%',
      'TRUE',
    ]);
  });

  test('gives raw values and formulas on request', async () => {
    expect(await line('Plan!C4:I4', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([
      46_296,
      46_387,
      18_000,
      7_412.5,
      10_587.5,
      7_412.5 / 18_000,
      true,
    ]);
    expect(await line('Plan!C4:I4', { valueRenderOption: 'FORMULA' })).toEqual([
      46_296,
      46_387,
      18_000,
      7_412.5,
      '=E4-F4',
      '=F4/E4',
      true,
    ]);
    const dated = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'FORMATTED_STRING' };
    expect(await line('Plan!C4:E4', dated)).toEqual(['10/1/2026', '12/31/2026', 18_000]);
  });

  test('holds a merged heading, an error, a name that needs quotes, moments and currencies', async () => {
    expect(await line('Plan!A1:J1')).toEqual(['Acme media plan, Q4 2026']);
    expect(await line('Plan!E13', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual(['#DIV/0!']);
    expect((await office.read(ACME_PLAN_ID, "'New Year''s Push'!A2:E2", {})).values).toEqual([
      ['12/28/2026', 'Monday', '$1,500.00', '18.8%', '12/28/2026 07:30:00'],
    ]);
    expect((await office.read(ACME_PLAN_ID, 'ExchangeRates', {})).values).toEqual([
      ['USD', '1.0000', '$1,250.00'],
      ['EUR', '0.8642', '€1,080.25'],
      ['GBP', '0.7591', '£948.88'],
      ['JPY', '154.3100', '¥192,888'],
    ]);
  });

  test('totals what its rows say', async () => {
    const raw = { valueRenderOption: 'UNFORMATTED_VALUE' };
    const { values = [] } = await office.read(ACME_PLAN_ID, 'Campaigns', raw);
    const total = (values ?? []).reduce((sum, row) => sum + row[4], 0);
    expect((await office.read(ACME_PLAN_ID, 'TotalBudget', raw)).values).toEqual([[total]]);
  });

  test('of the Japanese company is in yen, and its tab is echoed in quotes', async () => {
    const { values } = await office.read(ACME_JAPAN_PLAN_ID, 'Plan!C4:E4', {}, 'Acme Japan');
    expect(values).toEqual([['2026/10/01', '2026/12/31', '¥1,200,000']]);
    expect((await office.read(ACME_JAPAN_PLAN_ID, '年末 キャンペーン!A2', {}, 'Acme Japan')).range).toBe(
      "'年末 キャンペーン'!A2",
    );
  });

  test('has no cells on its chart tab', async () => {
    await expect(office.read(ACME_PLAN_ID, 'Pacing!A1', {})).rejects.toMatchObject({ status: 400 });
  });
});

describe('spreadsheets.get', () => {
  const get = async (options = {}) =>
    (await office.open(office.person('Acme')).spreadsheets.get({ spreadsheetId: ACME_PLAN_ID, ...options })).data;

  test('tells of tabs, merges and named ranges, without cells', async () => {
    const data = await get();
    expect(data.properties).toMatchObject({ title: 'Acme media plan', locale: 'en_US', timeZone: 'America/New_York' });
    expect(data.sheets?.map((sheet) => sheet.properties?.title)).toEqual([
      '_lists',
      'Plan',
      "New Year's Push",
      'Rates',
      'Q4',
      'Pacing',
    ]);
    expect(data.sheets?.[0]?.properties).toMatchObject({ index: 0, hidden: true });
    expect(data.sheets?.[1]).toEqual({
      properties: {
        sheetId: 0,
        title: 'Plan',
        index: 1,
        sheetType: 'GRID',
        gridProperties: { rowCount: 1_000, columnCount: 26, frozenRowCount: 3 },
      },
      merges: [{ startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 10 }],
    });
    expect(data.sheets?.[5]?.properties).not.toHaveProperty('gridProperties');
    expect(data.namedRanges?.[1]).toMatchObject({
      name: 'TotalBudget',
      range: { startRowIndex: 10, startColumnIndex: 4 },
    });
  });

  test('adds the cells of the ranges asked for', async () => {
    const data = await get({ includeGridData: true, ranges: ['Plan!G4'] });
    expect(data.sheets).toHaveLength(1);
    expect(data.sheets?.[0]?.data?.[0]).toMatchObject({
      startRow: 3,
      startColumn: 6,
      rowData: [
        {
          values: [
            {
              userEnteredValue: { formulaValue: '=E4-F4' },
              effectiveValue: { numberValue: 10_587.5 },
              formattedValue: '$10,587.50',
            },
          ],
        },
      ],
    });
  });

  test('keeps to the field mask, which alone decides about cells', async () => {
    expect(
      await get({
        includeGridData: true,
        ranges: ['A1'],
        fields: 'sheets(properties/title,merges.endColumnIndex),spreadsheetId',
      }),
    ).toEqual({
      spreadsheetId: ACME_PLAN_ID,
      sheets: [{ properties: { title: 'Plan' }, merges: [{ endColumnIndex: 10 }] }],
    });
    const masked = await get({ ranges: ['Q4!A1'], fields: 'sheets.data.rowData.values.formattedValue' });
    expect(masked).toEqual({ sheets: [{ data: [{ rowData: [{ values: [{ formattedValue: 'Month' }] }] }] }] });
  });

  test('refuses a broken mask', async () => {
    await expect(get({ fields: 'sheets(properties' })).rejects.toMatchObject({ status: 400 });
  });
});

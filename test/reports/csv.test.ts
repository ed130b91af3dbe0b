import { expect, test } from 'vitest';
import { type Any, daysAgo, reportingForTests } from '../reporting-service.ts';

const service = reportingForTests();

const DAYS = { start_date: daysAgo(20), end_date: daysAgo(10) };

test('CSV is rectangular and holds the rows of the report', async () => {
  const channels = ['search', 'professional', 'video'];
  const metrics = ['cost', 'clicks', 'ctr'];
  const { rows } = await service.ask('report', { ...DAYS, channels, metrics, by: 'day', limit: 1000 });
  const csv = await service.csv({ ...DAYS, channels: channels.join(), metrics: metrics.join(), by: 'day' });
  const [head, ...lines] = csv.rows;
  expect(csv.status).toBe(200);
  expect(lines.every((line) => line.length === head!.length)).toBe(true);
  const at = (line: string[], name: string) => line[head!.indexOf(name)];
  const fields = ['channel', 'account', 'id', 'date', 'cost', 'clicks', 'ctr'];
  const said = lines.map((line) => fields.map((name) => at(line, name)).join(' ')).sort();
  expect(said).toEqual(
    rows
      .map((row: Any) =>
        [
          ...[row.channel, row.account, row.entity.id, row.segments.date],
          ...[row.metrics.cost.amount, row.metrics.clicks, row.metrics.ctr],
        ].join(' '),
      )
      .sort(),
  );
});

test('days that are still being counted are marked, in a file as in a reply', async () => {
  const question = { start_date: daysAgo(12), end_date: daysAgo(0), by: 'day' };
  const { rows } = await service.ask('report', {
    ...{ ...question, channels: ['search'], include_incomplete: true, limit: 1000 },
  });
  const marked = rows.map((row: Any) => `${row.entity.id} ${row.segments.date} ${row.marks ?? ''}`).sort();
  const csv = await service.csv({ ...question, channels: 'search', include_incomplete: 'true' });
  const [head, ...lines] = csv.rows;
  expect(lines.every((line) => line.length === head!.length)).toBe(true);
  const told = lines.map((line) => ['id', 'date', 'marks'].map((name) => line[head!.indexOf(name)]).join(' '));
  expect(told.sort()).toEqual(marked);
  expect(marked.some((line: string) => line.endsWith('incomplete'))).toBe(true);
  expect((await service.csv({ ...question, channels: 'search' })).rows[0]).not.toContain('marks');
});

test('with a limit it is the first rows in order, and rates make columns of their own', async () => {
  const rates = JSON.stringify([{ from: 'EUR', to: 'USD', rate: '2', date: '2026-11-01', source: 'a bank' }]);
  const csv = await service.csv({
    ...DAYS,
    channels: 'search,video',
    metrics: 'cost',
    limit: '5',
    order_by: 'cost DESC',
    convert_to: 'USD',
    rates,
  });
  const [head, ...lines] = csv.rows;
  const costs = lines.map((line) => Number(line[head!.indexOf('cost_USD')]));
  expect(costs).toHaveLength(5);
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
});

test('it wants a key, names what is wrong, counts as the tool it is, and stands in the description', async () => {
  expect((await fetch(`${service.url}/reports.csv`)).status).toBe(401);
  const wrong = async (query: string) => {
    const headers = { authorization: `Bearer ${service.key}` };
    const reply = await fetch(`${service.url}/reports.csv?${query}`, { headers });
    return { status: reply.status, ...((await reply.json()) as { error: string; code: string }) };
  };
  expect(await wrong('metrics=fame')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    error: expect.stringMatching(/metrics/),
  });
  expect(await wrong('order_by=cost')).toMatchObject({ status: 400, error: expect.stringMatching(/needs limit/) });
  expect(await wrong('colour=red')).toMatchObject({ status: 400, error: expect.stringMatching(/colour/) });
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Any;
  const { parameters, responses } = document.paths['/reports.csv'].get;
  expect(parameters.map(({ name }: Any) => name)).toEqual(expect.arrayContaining(['channels', 'level', 'rates', 'by']));
  expect(Object.keys(responses['200'].content)).toEqual(['text/csv']);
});

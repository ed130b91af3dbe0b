import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportCsv } from './csv.ts';
import { questionArguments } from './question.ts';
import { type Account, channelOf, contextOf } from './scripted-channel.testing.ts';

const asked = z.object(questionArguments);
const NOON = '2026-11-18T12:00:00Z';

/** The lines of a file by the names of its columns. */
async function linesOf(accounts: readonly Account[], question: object, limit?: number) {
  let text = '';
  const context = contextOf([channelOf('ads', accounts)], NOON);
  for await (const part of reportCsv({ ...asked.parse(question), limit }, context)) text += part;
  const [head = [], ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map(
    (line): Record<string, string> => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])),
  );
}

test('no name runs as a formula where the file is opened', async () => {
  const [line] = await linesOf([{ id: '=1', rows: [{ id: '@x', cost: 1 }] }], { metrics: ['cost'] });
  expect(line).toMatchObject({ account: "'=1", id: "'@x", cost: '1.00' });
});

test('an account in a currency without a rate is a line with the reason and no numbers', async () => {
  const account = (id: string, currency: string) => ({ id, currency, rows: [{ id, cost: 1 }] });
  const rates = [{ from: 'EUR', to: 'USD', rate: '2', date: '2026-11-17', source: 'bank' }];
  const question = { metrics: ['cost'], convert_to: 'USD', rates };
  const lines = await linesOf([account('1', 'EUR'), account('2', 'JPY')], question);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ account: '1', cost: '1.00', cost_USD: '2.00', problem: '' });
  expect(lines[1]).toMatchObject({ account: '2', cost: '', cost_USD: '', problem: expect.stringMatching(/rates/) });
});

test('limits hold for a whole file as they do for a page', async () => {
  const rows = [1, 5, 9].map((cost) => ({ id: String(cost), cost }));
  const lines = await linesOf([{ id: '1', rows }], { metrics: ['cost'], min: { cost: 5 } });
  expect(lines.map(({ id }) => id)).toEqual(['5', '9']);
});

test('a limited file has the first rows of all accounts, in order', async () => {
  const account = (id: string, ...costs: number[]) => ({
    id,
    rows: costs.map((cost) => ({ id: `${id}-${cost}`, cost })),
  });
  const accounts = [account('1', 1, 5), account('2', 9, 3)];
  const lines = async (limit?: number) => {
    const found = await linesOf(accounts, { metrics: ['cost'] }, limit);
    return found.map(({ id }) => id);
  };
  expect(await lines(3)).toEqual(['2-9', '1-5', '2-3']);
  expect((await lines()).sort()).toEqual(['1-1', '1-5', '2-3', '2-9']);
});

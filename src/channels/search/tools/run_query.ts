import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collect, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { moneyOf } from '../money.ts';
import { readQuery } from '../report/query-parser.ts';
import { queryProblems } from '../report/query-rules.ts';
import { currencyOf } from '../resources/account.ts';
import { snakeCase } from '../resources/plain-message.ts';
import { camelCase } from '../resources/wire/gaql.ts';
import { argumentAsked } from '../resources/wire/operation-arguments.ts';

export default defineTool(channel, {
  name: 'run_query',
  title: 'Run a query',
  description:
    "For experts: a read-only query in the platform's own query language (SELECT … FROM … WHERE … ORDER BY … LIMIT …). Amounts come as money under their name without _micros, 64-bit numbers as text. Add ORDER BY when paging.",
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    query: z.string().min(1).max(20_000).describe('Its text'),
    ...listArguments(100),
  }),
  output: z.object({ rows: z.array(z.record(z.string(), z.unknown())), ...nextCursor }),
  rules: ({ query }) => queryProblems(query).map((message) => ({ field: 'query', message })),
  async run({ query, limit, cursor }, { client, account }) {
    const asked = readQuery(query);
    const spelling = spellingOf(typeof asked === 'string' ? [] : asked.fields);
    const currency = await currencyOf(client, account);
    const { items, next_cursor } = await collect(
      { limit, cursor, scope: [account, query], pageMax: limit },
      (position, size) => client.rawPage(account, query, { size, position, argumentOf }),
    );
    return { rows: items.map((row) => respelled(row, spelling, currency) as Record<string, unknown>), next_cursor };
  },
});

function argumentOf(field: string): string {
  return argumentAsked(field) ?? 'query';
}

/** How the platform spells the selected names in its replies: its rule cannot be turned round where a digit stands. */
function spellingOf(fields: readonly string[]): Map<string, string> {
  return new Map(fields.flatMap((field) => field.split('.').map((name) => [camelCase(name), name])));
}

function respelled(value: unknown, spelling: ReadonlyMap<string, string>, currency: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => respelled(item, spelling, currency));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = spelling.get(key) ?? snakeCase(key);
      const isAmount = typeof inner === 'string' || typeof inner === 'number';
      return isAmount && inMicros(name)
        ? [name.replace(/_micros$/, ''), moneyOf(inner, currency) ?? null]
        : [name, respelled(inner, spelling, currency)];
    }),
  );
}

/** Averages and unit costs are in micros too, although their names do not say so. */
function inMicros(name: string): boolean {
  return /_micros$|^(?:trueview_)?average_(?:cost|cpc|cpe|cpm|cpv)$|^active_view_cpm$|^cost_per_/.test(name);
}

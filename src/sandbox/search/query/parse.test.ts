import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AdsError } from '../errors.ts';
import { parseQuery } from './parse.ts';

function codeOf(query: string): string | undefined {
  try {
    parseQuery(query);
  } catch (error) {
    if (error instanceof AdsError) return error.faults[0]!.code.replace('queryError.', '');
    throw error;
  }
  return undefined;
}

describe('the grammar', () => {
  test('reads every clause, whatever the case of the keywords and the space between them', () => {
    expect(
      parseQuery(`select campaign.id,\n\tcampaign.name From campaign
        where campaign.status In (ENABLED, 'PAUSED') AND campaign.name not like "a%" and campaign.id between 1 and 9
        and campaign.labels contains any ('x') and campaign.end_date_time is not null and segments.date during LAST_7_DAYS
        order by campaign.name desc, campaign.id limit 10 parameters include_drafts=true`),
    ).toEqual({
      fields: ['campaign.id', 'campaign.name'],
      from: 'campaign',
      conditions: [
        {
          field: 'campaign.status',
          operator: 'IN',
          values: [
            { kind: 'word', text: 'ENABLED' },
            { kind: 'string', text: 'PAUSED' },
          ],
        },
        { field: 'campaign.name', operator: 'NOT LIKE', values: [{ kind: 'string', text: 'a%' }] },
        {
          field: 'campaign.id',
          operator: 'BETWEEN',
          values: [
            { kind: 'number', text: '1' },
            { kind: 'number', text: '9' },
          ],
        },
        { field: 'campaign.labels', operator: 'CONTAINS ANY', values: [{ kind: 'string', text: 'x' }] },
        { field: 'campaign.end_date_time', operator: 'IS NOT NULL', values: [] },
        { field: 'segments.date', operator: 'DURING', values: [{ kind: 'word', text: 'LAST_7_DAYS' }] },
      ],
      orders: [
        { field: 'campaign.name', descending: true },
        { field: 'campaign.id', descending: false },
      ],
      limit: 10,
      parameters: new Map([['include_drafts', 'true']]),
    });
  });

  test.each([
    ['', 'EXPECTED_SELECT'],
    ['campaign.id FROM campaign', 'EXPECTED_SELECT'],
    ['SELECT', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT FROM campaign', 'UNEXPECTED_INPUT'],
    ['SELECT campaign.id, FROM campaign', 'UNEXPECTED_INPUT'],
    ['SELECT * FROM campaign', 'BAD_SYMBOL'],
    ['SELECT Campaign.Id FROM campaign', 'BAD_FIELD_NAME'],
    ['SELECT campaign.id FROM Campaign', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ['SELECT a.b FROM c WHERE a.b = 1 OR a.b = 2', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE (a.b = 1)', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE a.b', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT a.b FROM c WHERE a.b NEAR 1', 'BAD_OPERATOR'],
    ['SELECT a.b FROM c WHERE a.b CONTAINS (1)', 'BAD_OPERATOR'],
    ['SELECT a.b FROM c WHERE a.b NOT BETWEEN 1 AND 2', 'BAD_OPERATOR'],
    ['SELECT a.b FROM c WHERE a.b IN 1', 'EXPECTED_LIST'],
    ['SELECT a.b FROM c WHERE a.b IN ()', 'PROHIBITED_EMPTY_LIST_IN_CONDITION'],
    ['SELECT a.b FROM c WHERE a.b = (1, 2)', 'EXPECTED_SINGLE_VALUE'],
    ['SELECT a.b FROM c WHERE a.b BETWEEN', 'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR'],
    ['SELECT a.b FROM c WHERE a.b BETWEEN 1 2', 'EXPECTED_AND'],
    ['SELECT a.b FROM c ORDER a.b', 'EXPECTED_BY'],
    ["SELECT a.b FROM 'c'", 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE a.b IS 1', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE a.b IS NOT 1', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE a.b IN (1', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT a.b FROM c WHERE a.b IN (1 2)', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE a.b = =', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c WHERE a.b = d.e', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c LIMIT', 'UNEXPECTED_END_OF_QUERY'],
    ["SELECT a.b FROM c PARAMETERS 'x' = true", 'BAD_PARAMETER_NAME'],
    ['SELECT a.b FROM c PARAMETERS include_drafts true', 'UNEXPECTED_INPUT'],
    ['SELECT a.b FROM c LIMIT 0', 'LIMIT_VALUE_TOO_LOW'],
    ['SELECT a.b FROM c LIMIT x', 'BAD_LIMIT_VALUE'],
    ['SELECT a.b FROM c LIMIT -1', 'BAD_LIMIT_VALUE'],
    ['SELECT a.b FROM c LIMIT 1.5', 'BAD_LIMIT_VALUE'],
    ['SELECT a.b FROM c LIMIT 1 ORDER BY a.b', 'UNEXPECTED_INPUT'],
    ["SELECT a.b FROM c WHERE a.b = 'x", 'STRING_NOT_TERMINATED'],
    ["SELECT a.b FROM c WHERE a.b = 'x\ny'", 'PROHIBITED_NEWLINE_IN_STRING'],
    ["SELECT a.b FROM c WHERE a.b = 'x\\q'", 'BAD_ESCAPE_SEQUENCE'],
    ['SELECT a.b FROM c WHERE a.b = 1.2.3', 'BAD_NUMBER'],
    ['SELECT a.b FROM c; DROP TABLE c', 'BAD_SYMBOL'],
    ['SELECT a.b FROM c -- comment', 'BAD_SYMBOL'],
    [
      `SELECT a.b FROM c WHERE a.b IN (${Array.from({ length: 20_001 }, (_, i) => i).join()})`,
      'FILTER_HAS_TOO_MANY_VALUES',
    ],
  ])('refuses %.60s with %s', (query, code) => {
    expect(codeOf(query)).toBe(code);
  });

  test('gives back any text that was quoted and escaped', () => {
    const quoted = (text: string, quote: string) =>
      `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n').replaceAll('\r', '\\r')}${quote}`;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom("'", '"'), (text, quote) => {
        const query = parseQuery(`SELECT a.b FROM c WHERE a.b = ${quoted(text, quote)} LIMIT 7`);
        expect(query.conditions[0]!.values).toEqual([{ kind: 'string', text }]);
        expect(query.limit).toBe(7);
      }),
    );
  });

  test('never fails in any other way than its own', () => {
    const word = fc.constantFrom(
      'SELECT',
      'FROM',
      'WHERE',
      'AND',
      'ORDER',
      'BY',
      'LIMIT',
      'PARAMETERS',
      'a.b',
      'c',
      '=',
      '(',
      ')',
      ',',
      "'x'",
      '1',
      '-2.5',
      'IN',
      'NOT',
      'BETWEEN',
      'IS',
      'NULL',
      '*',
      '\\',
      "'",
    );
    fc.assert(fc.property(fc.array(word), (words) => void codeOf(words.join(' '))));
    fc.assert(fc.property(fc.string(), (text) => void codeOf(text)));
  });
});

import { describe, expect, test } from 'vitest';
import { leads } from './leads.ts';

describe('a pushed lead', () => {
  const { isGenuine, read } = leads.push!;
  const body = (changes: object = {}) =>
    Buffer.from(JSON.stringify({ lead_id: 'L-1', google_key: 'agreed-on', is_test: true, ...changes }));
  const genuine = (given: Buffer, shared = 'agreed-on') => isGenuine(given, {}, { credentials: {}, shared });

  test('is believed by the text that was agreed on, and by nothing else', () => {
    expect(genuine(body())).toBe(true);
    for (const google_key of ['agreed-oN', 'agreed-on ', '', undefined, 7])
      expect(genuine(body({ google_key }))).toBe(false);
    expect(genuine(Buffer.from('{'))).toBe(false);
    expect(genuine(body({ google_key: '' }), '')).toBe(false);
  });

  test('is told from others by its lead, and says nothing else', () => {
    expect(read(body())).toEqual({ marks: ['L-1'], erased: [] });
    expect(read(Buffer.from('[]'))).toEqual({ marks: [], erased: [] });
  });
});

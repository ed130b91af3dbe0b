import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { Failure } from '../errors.ts';
import { pathOf, pathText } from './path.ts';

const BASE = 'https://platform.example/base/';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '.',
        '..',
        '/',
        '\\',
        '%2e',
        '%2F',
        '%5c',
        '%25',
        '?',
        '#',
        ';',
        ':',
        '\t',
        '\n',
        '\u0000',
        '\ud800',
        'a',
        '7',
        '．',
        '@',
        ' ',
        '&',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

function built(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).code).toBe('invalid_arguments');
    return undefined;
  }
}

describe('pathOf', () => {
  it('leaves ordinary ids as they are and encodes what has a meaning in URLs', () => {
    expect(pathOf`/v25/customers/${'1234567890'}/googleAds:search`).toBe('/v25/customers/1234567890/googleAds:search');
    expect(pathOf`/rest/adCampaigns/${'urn:li:sponsoredCampaign:7'}`).toBe(
      '/rest/adCampaigns/urn%3Ali%3AsponsoredCampaign%3A7',
    );
    expect(pathOf`/v24.0/act_${42}/campaigns`).toBe('/v24.0/act_42/campaigns');
    expect(pathOf`/x/${'a?b#c&d=é'}`).toBe('/x/a%3Fb%23c%26d%3D%C3%A9');
  });

  it.each([
    '',
    '.',
    '..',
    '../../x',
    '..\\..\\x',
    'a/b',
    '/',
    'a\\b',
    '%2e%2e',
    '%2E%2e/x',
    '%2f',
    'a%2Fb',
    '%252e%252e',
    '%5c',
    'a\u0000b',
    'a\nb',
    '\r\nHost: evil',
    '\t..',
    '\u007f',
    '\u0085',
    '\ud800',
    'x\udfff',
  ])('refuses %j as an id', (id) => {
    expect(() => pathOf`/customers/${id}/ads`).toThrow(Failure);
  });

  it('names no part of the refused value, and says where it stood', () => {
    expect(() => pathOf`/v25/customers/${'../secret'}/ads`).toThrow(/customers\//);
    expect(() => pathOf`/v25/customers/${'../secret'}/ads`).not.toThrow(/secret/);
  });

  it('lets free text hold slashes and percents, but never a step upwards', () => {
    expect(pathOf`/values/${pathText("'Q1/Q2 100%'!A1:B2", 'range')}`).toBe("/values/'Q1%2FQ2%20100%25'!A1%3AB2");
    for (const text of ['', '..', '../x', 'a/../b', 'a\\..\\b', '%2e%2e/x', 'a/%2E./b', 'a%2f..', 'a\u0001']) {
      expect(() => pathOf`/values/${pathText(text, 'range')}`).toThrow(/^`range`/);
    }
  });

  it('refuses a template that is not a plain path', () => {
    expect(() => pathOf`/x?y=${'1'}`).toThrow(TypeError);
    expect(() => pathOf`/x/../${'1'}`).toThrow(TypeError);
  });

  it('keeps every value inside its segment, whatever it is', () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, hostile, fc.boolean(), (first, second, free) => {
        const wrap = (value: string) => (free ? pathText(value, 'range') : value);
        const path = built(() => pathOf`/v25/customers/${wrap(first)}/items/pre-${wrap(second)}:act`);
        if (path === undefined) return;
        accepted++;
        const url = new URL(path, BASE);
        const segments = url.pathname.split('/');
        expect(segments).toHaveLength(6);
        expect(segments.slice(0, 3)).toEqual(['', 'v25', 'customers']);
        expect(decodeURIComponent(segments[3] ?? '')).toBe(first);
        expect(decodeURIComponent(segments[5] ?? '')).toBe(`pre-${second}:act`);
        expect([url.origin, url.search, url.hash]).toEqual(['https://platform.example', '', '']);
      }),
      { seed, numRuns: times(5000) },
    );
    expect(accepted).toBeGreaterThan(times(500));
  });
});

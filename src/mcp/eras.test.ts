import { describe, expect, test } from 'vitest';
import {
  agreedVersion,
  eraOf,
  legacyHeader,
  META,
  notificationEra,
  type ProtocolHeaders,
  parameterHeaders,
  standardHeaders,
} from './eras.ts';

const NEW = '2026-07-28';
const envelope = (more: object = {}) => ({
  _meta: { [META.protocolVersion]: NEW, [META.clientCapabilities]: { sampling: {} }, ...more },
});
const headers = (more: Partial<ProtocolHeaders> = {}): ProtocolHeaders => ({
  version: undefined,
  method: undefined,
  name: undefined,
  parameter: () => undefined,
  ...more,
});

describe('the era of a request', () => {
  test('is the older one when nothing claims otherwise', () => {
    expect(eraOf('tools/call', { name: 'x' }, headers())).toEqual({ kind: 'legacy' });
    expect(eraOf('tools/call', undefined, headers({ version: '2025-06-18' }))).toEqual({ kind: 'legacy' });
  });

  test('is what the body claims, whether or not a header confirms it', () => {
    const modern = { kind: 'modern', version: NEW, capabilities: { sampling: {} } };
    expect(eraOf('tools/list', envelope(), headers())).toEqual(modern);
    expect(eraOf('tools/list', envelope(), headers({ version: NEW, method: 'tools/list' }))).toEqual(modern);
  });

  test('is refused when a header contradicts the body', () => {
    const refusal = { status: 400, code: -32020 };
    expect(eraOf('tools/list', envelope(), headers({ version: '2025-11-25' }))).toMatchObject(refusal);
    expect(eraOf('tools/list', envelope(), headers({ method: 'tools/call' }))).toMatchObject(refusal);
    expect(eraOf('initialize', {}, headers({ version: NEW }))).toMatchObject(refusal);
  });

  test.each([
    ['a modern header alone', {}, NEW],
    ['no capabilities', envelope({ [META.clientCapabilities]: undefined }), NEW],
    ['a client without a version', envelope({ [META.clientInfo]: { name: 'x' } }), NEW],
    ['a version that is no text', envelope({ [META.protocolVersion]: 1 }), undefined],
  ])('is refused for %s', (_what, params, version) => {
    expect(eraOf('tools/list', params, headers({ version }))).toMatchObject({ status: 400, code: -32602 });
  });

  test('is refused by name for capabilities left out', () => {
    const params = { _meta: { [META.protocolVersion]: NEW } };
    expect(eraOf('tools/list', params, headers())).toMatchObject({
      message: expect.stringMatching(/Capabilities: missing$/),
    });
  });

  test.each(['2027-01-01', '2025-11-25', 'v999'])('names what is spoken instead of %s', (version) => {
    expect(eraOf('tools/list', envelope({ [META.protocolVersion]: version }), headers({ version }))).toMatchObject({
      status: 400,
      code: -32022,
      data: { supported: [NEW], requested: version },
    });
  });

  test('of initialize is the older one unless a whole modern envelope says otherwise', () => {
    expect(eraOf('initialize', { _meta: { [META.protocolVersion]: NEW } }, headers())).toEqual({ kind: 'legacy' });
    expect(eraOf('initialize', envelope({ [META.protocolVersion]: '2025-11-25' }), headers())).toEqual({
      kind: 'legacy',
    });
    expect(eraOf('initialize', envelope(), headers())).toMatchObject({ kind: 'modern' });
  });
});

describe('the era of a notification', () => {
  test('needs no envelope', () => {
    expect(notificationEra('n', undefined, headers({ version: NEW }))).toMatchObject({ kind: 'modern' });
    expect(notificationEra('n', { _meta: { [META.protocolVersion]: NEW } }, headers())).toMatchObject({
      kind: 'modern',
    });
    expect(notificationEra('n', undefined, headers())).toEqual({ kind: 'legacy' });
  });

  test('is refused for an unknown version or another method', () => {
    expect(notificationEra('n', undefined, headers({ version: '2027-01-01' }))).toMatchObject({ code: -32022 });
    expect(notificationEra('n', undefined, headers({ version: NEW, method: 'm' }))).toMatchObject({ code: -32020 });
    expect(notificationEra('n', { _meta: { [META.protocolVersion]: 1 } }, headers())).toMatchObject({ code: -32602 });
  });
});

describe('the standard headers', () => {
  const call = (more: Partial<ProtocolHeaders>) =>
    standardHeaders('tools/call', { name: 'größer' }, headers({ version: NEW, method: 'tools/call', ...more }));

  test('have to be there and repeat the name', () => {
    expect(call({ name: 'größer' })).toBeUndefined();
    expect(call({ name: ` =?base64?${Buffer.from('größer').toString('base64')}?= ` })).toBeUndefined();
    for (const wrong of [{}, { name: 'other' }, { name: '=?base64?x?=' }])
      expect(call(wrong)).toMatchObject({ status: 400, code: -32020 });
  });

  test.each([
    ['MCP-Protocol-Version header is missing', { version: undefined }],
    ['Mcp-Method header is missing', { method: undefined }],
    ['Mcp-Name header is missing', { name: undefined }],
    ['Mcp-Name header holds broken base64', { name: '=?base64?x?=' }],
  ])('are refused by name: %s', (words, more) => {
    expect(call({ name: 'größer', ...more })?.message).toContain(words);
  });

  test('need no name where there is none', () => {
    for (const name of [undefined, '=?base64?x?='])
      expect(standardHeaders('tools/list', {}, headers({ version: NEW, method: 'tools/list', name }))).toBeUndefined();
  });
});

describe('parameter headers', () => {
  const mirrored = [{ header: 'Level', path: ['where', 'level'] }];
  const check = (level: unknown, header: string | undefined) =>
    parameterHeaders(mirrored, { where: { level } }, headers({ parameter: () => header }));

  test.each([
    ['eu', 'eu'],
    ['Hello', '=?base64?SGVsbG8=?='],
    ['=?base64?SGVsbG8', '=?base64?SGVsbG8'],
    [3, '3.0'],
    [true, 'true'],
    [undefined, 'ignored'],
    [null, undefined],
    ['', ''],
  ])('let %j pass as %j', (given, header) => {
    expect(check(given, header)).toBeUndefined();
  });

  test.each([
    ['eu', undefined, 'missing'],
    ['eu', 'us', 'where.level is not'],
    ['Hello', '=?base64?SGVsbG8?=', 'broken base64'],
    ['Hello', '=?base64?SGVs!!!bG8=?=', 'broken base64'],
    [0, '', 'where.level is not'],
    [16, '0x10', 'where.level is not'],
    [true, '1', 'where.level is not'],
  ])('refuse %j as %j', (given, header, words) => {
    expect(check(given, header)).toMatchObject({
      status: 400,
      code: -32020,
      message: expect.stringContaining(words),
    });
  });
});

test('an older version header must be one we speak, except where the version is still being agreed on', () => {
  expect(legacyHeader('tools/list', headers({ version: '2024-11-05' }))).toBeUndefined();
  expect(legacyHeader('tools/list', headers())).toBeUndefined();
  expect(legacyHeader('tools/list', headers({ version: '1999-01-01' }))).toMatchObject({ status: 400, code: -32000 });
  expect(legacyHeader('initialize', headers({ version: '1999-01-01' }))).toBeUndefined();
});

test('initialize agrees on the version asked for when we speak it, else on our newest that has initialize', () => {
  expect(agreedVersion({ protocolVersion: '2025-03-26' })).toBe('2025-03-26');
  for (const unknown of [NEW, '1999-01-01', 7, undefined])
    expect(agreedVersion({ protocolVersion: unknown })).toBe('2025-11-25');
});

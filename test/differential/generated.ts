import fc from 'fast-check';
import { META } from '../../src/mcp/eras.ts';
import type { WireRequest } from './outcome.ts';
import { envelope, LEGACY, legacy, METHODS, MODERN, modern } from './requests.ts';

const version = fc.constantFrom(MODERN, MODERN, LEGACY, '2025-03-26', '2027-01-01', '1999-01-01', 'v999', '');
const header = <T extends string>(right: T) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('tools/list', 'test_error_handling', '=?base64?dGVzdA==?=', '=?base64?x?=', ''),
    },
  );

const id = fc.oneof(
  { weight: 3, arbitrary: fc.integer() },
  { weight: 2, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(null, 1.5, true, [], {}) },
);

/** Usually a whole envelope; sometimes with a member missing or of the wrong kind. */
const meta = fc.oneof(
  { weight: 3, arbitrary: fc.constant(envelope()) },
  { weight: 1, arbitrary: version.map((claimed) => envelope({ [META.protocolVersion]: claimed })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(META.protocolVersion, META.clientCapabilities, META.clientInfo),
        fc.jsonValue({ maxDepth: 1 }),
      )
      .map(([member, value]) => envelope({ [member]: value })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(META.protocolVersion, META.clientCapabilities, META.clientInfo)
      .map((member) => envelope({ [member]: undefined })),
  },
  { weight: 1, arbitrary: fc.constantFrom({}, null, [], 'text') },
);

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...METHODS.map(([name, params]) => ({ name, params }))) },
  { weight: 1, arbitrary: fc.constantFrom('', 'a/b', 'tools/', 'TOOLS/LIST').map((name) => ({ name, params: {} })) },
);

const members = fc.record(
  { jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2), stranger: fc.integer() },
  { requiredKeys: [] },
);

const modernRequest = fc.record({ method, id, meta, members }).chain((parts) => {
  const { name, uri } = parts.method.params as { name?: string; uri?: string };
  return fc
    .record({
      'mcp-protocol-version': fc.oneof({ weight: 3, arbitrary: fc.constant(MODERN) }, version, fc.constant(undefined)),
      'mcp-method': header(parts.method.name),
      'mcp-name': header(name ?? uri ?? 'anything'),
    })
    .map((headers) =>
      modern(
        'generated',
        parts.method.name,
        { ...parts.method.params, _meta: parts.meta },
        { headers, message: { ...parts.members, id: parts.id } },
      ),
    );
});

const legacyRequest = fc
  .record({ method, id, members, version: fc.option(version, { nil: undefined }), params: fc.boolean() })
  .map((parts) =>
    legacy('generated', parts.method.name, parts.params ? parts.method.params : undefined, {
      headers: { 'mcp-protocol-version': parts.version },
      message: { ...parts.members, id: parts.id },
    }),
  );

/** An `initialize` that wants no answer means nothing; the official server takes its word for some of it. */
const isMeaningless = ({ body = '' }: WireRequest) => {
  const { method: named, id: given } = JSON.parse(body);
  return named === 'initialize' && given === undefined;
};

export const generatedRequest: fc.Arbitrary<WireRequest> = fc
  .oneof(modernRequest, legacyRequest)
  .filter((request) => !isMeaningless(request));

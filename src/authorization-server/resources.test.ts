import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { fetchDocument } from './metadata-documents.ts';
import { canonicalResource, channelsOf } from './resources.ts';

const resources = {
  origin: 'http://localhost:3000',
  channelsAt: new Map([['/social/mcp', ['social']]]),
  allChannels: ['social', 'search'],
};

test.each([
  ['http://localhost:3000/social/mcp', ['social']],
  ['http://127.0.0.1:3000/social/mcp', ['social']],
  ['http://localhost:3000', ['social', 'search']],
  ['http://localhost:4000/social/mcp', undefined],
  ['https://localhost:3000/social/mcp', undefined],
  ['http://ads.example:3000/social/mcp', undefined],
  ['http://localhost:3000/social/mcp?x=1', undefined],
  ['http://localhost:3000/social/mcp#x', undefined],
  ['http://localhost:3000/video/mcp', undefined],
])('%s opens %j: another port, protocol or host is another service', (resource, channels) => {
  expect(channelsOf(resources, resource)).toEqual(channels);
});

test.each([
  ['https://ads.example/social/mcp', ['social']],
  ['https://ads.example:8443/social/mcp', undefined],
  ['https://127.0.0.1/social/mcp', undefined],
  ['https://other.example/social/mcp', undefined],
  ['https://ads.example.evil.example/social/mcp', undefined],
  ['no address', undefined],
])('behind a public address %s opens %j', (resource, channels) => {
  expect(channelsOf({ ...resources, origin: 'https://ads.example' }, resource)).toEqual(channels);
});

test('what is no address of a service is left as it was written', () => {
  for (const none of ['no address', '', 'urn:x:y', 'https://ads.example/mcp#x'])
    expect(canonicalResource(none)).toBe(none);
});

test('a resource is compared without its query and the slash at its end', () => {
  expect(canonicalResource('https://ads.example/mcp/?channels=social')).toBe('https://ads.example/mcp');
});

test('a document that failed is not asked for again within ten seconds: callers could have us ask a stranger at will', async () => {
  const ambient = stillAmbient();
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    throw new Error('no such host');
  };
  const fetched = fetchDocument(ambient, { resolve });
  const failing = () => expect(fetched('https://agent.example.com/client.json')).rejects.toThrow();
  await failing();
  const once = asked;
  ambient.advance(9_999);
  await failing();
  expect(asked).toBe(once);
  ambient.advance(1);
  await failing();
  expect(asked).toBe(2 * once);
});

import { expect, test } from 'vitest';
import { FENCE } from '../auth/connections.ts';
import { Failure } from '../errors.ts';
import { type Asker, channelNamed, connectable, disconnect, inWords, testConnection } from './connecting.ts';
import type { WebParts } from './web-parts.ts';

const channels = [
  { name: 'social', needsConnection: true },
  { name: 'workspace', needsConnection: false },
];
const parts = { registry: { channels } } as unknown as WebParts;

test('a channel without a platform behind it is none that can be connected', () => {
  expect(connectable(parts).map(({ name }) => name)).toEqual(['social']);
  expect(channelNamed(parts, 'social').name).toBe('social');
  expect(() => channelNamed(parts, 'workspace')).toThrow('there are: social');
});

test('a connection that is kept to accounts is removed by an owner of the organization only', async () => {
  const removed: string[] = [];
  const asker = (isOrganizationOwner: boolean, fence?: string) => {
    const stored = { channel: 'social', options: fence === undefined ? {} : { [FENCE]: fence } };
    const connections = { get: async () => stored, remove: async (_: string, name: string) => removed.push(name) > 0 };
    const home = { connections, directory: { refresh: () => {} } };
    return { parts: { home }, workspace: { id: 'ws_1' }, personId: 'per_1', isOrganizationOwner } as unknown as Asker;
  };
  const social = channelNamed(parts, 'social');
  await expect(disconnect(asker(false, '1,2'), social)).rejects.toMatchObject({ code: 'permission_denied' });
  expect(removed).toEqual([]);
  expect(await disconnect(asker(false), social)).toBe(true);
  expect(await disconnect(asker(true, '1,2'), social)).toBe(true);
});

test('what is not connected cannot be tested, and says so', async () => {
  const workspace = { id: 'ws_1', name: 'Acme', connections: [] } as unknown as Asker['workspace'];
  const withSessions = { ...parts, pipeline: {} } as WebParts;
  await expect(testConnection(withSessions, workspace, channelNamed(parts, 'social'))).rejects.toMatchObject({
    message: 'The social channel is not connected in "Acme".',
  });
  const connected = { ...workspace, connections: [{ channel: 'social' }] } as unknown as Asker['workspace'];
  const failure = await testConnection(withSessions, connected, channelNamed(parts, 'social')).catch(String);
  expect(failure).not.toContain('is not connected');
});

test('failures of the platform are told in words, faults of ours are not', () => {
  const failure = (code: 'token_expired' | 'internal') =>
    new Failure({ code, message: 'No.', nextStep: 'Sign in.', upstream: { code: '1', message: 'Expired.' } });
  expect(inWords(failure('token_expired'))).toEqual({
    message: 'No. The platform says: Expired.',
    nextStep: 'Sign in.',
  });
  expect([inWords(failure('internal')), inWords(new TypeError('x'))]).toEqual([undefined, undefined]);
});

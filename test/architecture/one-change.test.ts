import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Channel } from '../../src/tools/channel.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import type { Dialect } from '../../src/upstream/dialect.ts';
import { errorTable } from '../../src/upstream/error-table.ts';
import { scriptedSession } from '../../src/upstream/scripted-session.testing.ts';
import type { PlatformSession } from '../../src/upstream/session.ts';
import { watchChanges } from '../one-change.ts';

const DIALECT: Dialect = {
  errors: errorTable('0 | request | none | none | none'),
  authorize: (request) => request,
  complaint: () => undefined,
};

const channel: Channel<PlatformSession> = {
  name: 'trial',
  title: 'Trial',
  instructions: '',
  hosts: {},
  needsConnection: true,
  connect: (session) => session,
};

/** The complaint about a call of such a tool after these requests. */
async function offencesOf(access: 'read' | 'write', requests: ('ask' | 'change')[]) {
  const tool = defineTool(channel, {
    name: 'try_it',
    title: 'Try it',
    description: '',
    toolset: 'trial',
    access,
    repeat: 'never',
    input: z.strictObject({}),
    output: z.object({}),
    run: async () => ({}),
  });
  const watch = watchChanges({ channels: [channel as Channel], byAddress: new Map([['trial', [tool]]]) });
  const { session } = scriptedSession({ platform: 'trial', dialect: DIALECT });
  const client = watch.registry.byAddress.get('trial')![0]!.channel.connect(session, {}) as PlatformSession;
  for (const request of requests)
    await client[request]({ method: 'POST', url: 'https://api.example/x?secret=s' }, z.object({}));
  try {
    watch.check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('one change a call is well, a second is not, and checks before it are reads', async () => {
  expect(await offencesOf('write', ['ask', 'change', 'ask'])).toBeUndefined();
  expect(await offencesOf('write', ['change', 'change'])).toBe(
    'trial/try_it (write) sent change number 2 of one call: POST /x',
  );
});

test('a reading tool changes nothing', async () => {
  expect(await offencesOf('read', ['ask', 'ask'])).toBeUndefined();
  expect(await offencesOf('read', ['change'])).toContain('trial/try_it (read)');
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Failure, HttpError } from '../errors.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { ToolReply } from './call.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains, yard } from './pipeline.testing.ts';

type Context = ToolContext<TrainClient>;

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
});
afterEach(() => bed.discard());

const data = (reply: ToolReply) => JSON.parse(reply.json);

describe('a call of a tool', () => {
  test('is answered with its result, and reported with its time', async () => {
    const tool = toolOf(yard, {
      output: z.object({ seen: z.string() }),
      async run({ name }) {
        bed.ambient.advance(7);
        return { seen: name as string };
      },
    });
    const call = bed.call();
    expect(await bed.run(tool, { name: 'IC 1' }, call)).toEqual({ json: '{"seen":"IC 1"}', isError: false });
    expect(bed.events).toMatchObject([
      { tool, call: { requestId: 'req_1' }, durationMs: 7, failure: undefined, timing: { requests: 0 } },
    ]);
    expect(bed.charged).toEqual([]);
    expect(await bed.audited()).toEqual([]);
  });

  test('that fails is answered with the error, and reported with it', async () => {
    const tool = toolOf(yard, {
      run: () => Promise.reject(new Failure({ code: 'not_found', message: 'No such\u200b train.', nextStep: 'Look.' })),
    });
    const reply = await bed.run(tool);
    expect(reply).toMatchObject({ isError: true, failure: { code: 'not_found' } });
    expect(data(reply)).toEqual({
      error: {
        channel: 'yard',
        code: 'not_found',
        message: 'No such train.',
        retryable: false,
        outcome: 'not_applied',
        next_step: 'Look.',
      },
    });
    expect(bed.events[0]!.failure).toBe(reply.failure);
  });

  test('is refused by HTTP where its key has no business', async () => {
    const principal = { ...bed.principal, channels: ['search'] };
    await expect(bed.run(toolOf(yard), {}, { principal })).rejects.toThrow(HttpError);
    await expect(bed.run(toolOf(trains))).rejects.toThrow('The trains channel is not connected');
    await expect(bed.run(toolOf(yard), { workspaceId: 'ws_other' })).rejects.toThrow('its own workspace only');
    expect(bed.events).toEqual([]);
  });

  test('whose tool is about no workspace is refused the argument as any other', async () => {
    const tool = toolOf(yard, { workspace: false });
    expect(await bed.errorOf(tool, { workspaceId: 'ws_other' })).toMatchObject({ field: 'workspaceId' });
    expect(await bed.errorOf(tool, null)).toMatchObject({ field: 'arguments' });
    expect(await bed.errorOf(toolOf(yard), null)).toMatchObject({ field: 'arguments' });
  });

  test('with a bad idempotency key, or that changes things through a read-only address, goes no further', async () => {
    const run = vi.fn(async () => ({}));
    const tool = toolOf(yard, { access: 'write', run });
    expect(await bed.errorOf(tool, {}, { idempotencyKey: '' })).toMatchObject({ field: 'idempotency_key' });
    expect(await bed.errorOf(tool, {}, { readOnly: true })).toMatchObject({ code: 'permission_denied' });
    expect(run).not.toHaveBeenCalled();
    expect(bed.charged).toEqual([]);
  });

  test('that breaks says so with its request id, and nothing of what broke', async () => {
    const tool = toolOf(yard, { run: () => Promise.reject(new Error('inner')) });
    const { message } = await bed.errorOf(tool);
    expect(message).toBe('Something failed inside the service. The request id req_1 ties it to the log.');
  });

  test('whose result is not what its schema promises fails where that is checked', async () => {
    const tool = toolOf(yard, { output: z.object({ id: z.string() }), run: async () => ({ id: 7 }) as never });
    expect(await bed.errorOf(tool)).toMatchObject({ code: 'internal' });
    bed.pipeline.checkOutput = false;
    expect(data(await bed.run(tool))).toEqual({ id: 7 });
  });
});

describe('what a tool is given', () => {
  const seen = async (more: Parameters<Bed['run']>[2] = {}, spec: Parameters<typeof toolOf>[1] = {}) => {
    let context: Context | undefined;
    const run = async (_: unknown, given: Context) => {
      context = given;
      return {};
    };
    const tool = toolOf(yard, { ...spec, run: run as never });
    expect((await bed.run(tool, {}, more)).isError).toBe(false);
    return context!;
  };

  test('is the workspace of the call, and a way to every one its key sees', async () => {
    // Those of the same moment come in any order.
    bed.ambient.advance(1);
    await bed.directory.createWorkspace({ organizationId: bed.organizationId, name: 'Other', currency: 'EUR' });
    const principal = { ...bed.principal, organizationWide: true };
    const one = await seen({ principal });
    expect(one.workspace.name).toBe('Acme');
    const { workspaces, total } = await one.visibleWorkspaces();
    expect([workspaces.map(({ name }) => name), total]).toEqual([['Acme', 'Other'], 2]);
    const after = await one.visibleWorkspacesAfter(workspaces[0]!.id, 5);
    expect(after?.map(({ name }) => name)).toEqual(['Other']);
    expect(await one.visibleWorkspacesAfter('ws_gone', 5)).toBeUndefined();
    const narrow = await seen({ principal: bed.principal });
    expect(await narrow.visibleWorkspaces()).toMatchObject({ workspaces: [{ name: 'Acme' }], total: 1 });
    expect(await narrow.visibleWorkspacesAfter(workspaces[0]!.id, 5)).toEqual([]);
  });

  test('is the time, its own progress and conversation, and the tools of its channel', async () => {
    const progress = vi.fn();
    const conversation = { canAsk: () => true, answers: {}, state: undefined };
    bed.pipeline.tools = [toolOf(yard, { name: 'a' }), toolOf(trains, { name: 'b' })];
    const context = await seen({ progress, conversation });
    expect(context.now()).toBe(bed.ambient.now());
    expect(context.channelTools.map(({ name }) => name)).toEqual(['a']);
    context.progress(1, 2, 'half');
    expect(progress).toHaveBeenCalledWith(1, 2, 'half');
    expect(context.conversation).toBe(conversation);
    expect([context.account, context.accountNamed, context.accounts]).toEqual(['', false, undefined]);
  });

  test('has no progress to report and no person to ask, where the caller has neither', async () => {
    const { progress, conversation } = await seen();
    expect(progress(1, 2, '')).toBeUndefined();
    expect(conversation.canAsk('elicitation/create')).toBe(false);
  });
});

describe('the connection of a call', () => {
  const seeing = (spec: Parameters<typeof toolOf>[1] = {}) => {
    const seen: { args: unknown; context: Context }[] = [];
    const run = async (args: unknown, context: Context) => {
      const { account, accountNamed, accounts, client } = context;
      seen.push({ args, context: { account, accountNamed, accounts, client } as Context });
      return {};
    };
    return { seen, tool: toolOf(trains, { ...spec, run: run as never }) };
  };

  test('is opened for its workspace, and shared arguments go to it and not to the tool', async () => {
    await bed.connect({ account: 'act_5', options: { a: 'b' } });
    const { seen, tool } = seeing();
    await bed.run(tool, { name: 'IC', region: 'north', line_id: 'act_7', workspaceId: bed.workspaceId });
    const [{ args, context }] = seen as [(typeof seen)[0]];
    expect(args).toEqual({ name: 'IC' });
    expect(context).toMatchObject({ account: '7', accountNamed: true, accounts: undefined });
    expect(context.client.shared).toEqual({ region: 'north' });
    expect(context.client.session).toMatchObject({ mode: 'live', workspaceId: bed.workspaceId });
  });

  test('has a configured account for calls that name none', async () => {
    await bed.connect({ account: 'act_5' });
    const { seen, tool } = seeing();
    await bed.run(tool, {});
    expect(seen[0]!.context).toMatchObject({ account: '5', accountNamed: false, client: { shared: {} } });
  });

  test('asks for an account where none is configured, and says which there are', async () => {
    await bed.connect();
    const { seen, tool } = seeing();
    expect(await bed.errorOf(tool)).toEqual({
      channel: 'trains',
      code: 'invalid_arguments',
      message: '`line_id`: is required, because this connection has no configured account; it can be: 1 (North), 2',
      field: 'line_id',
      allowed_values: ['1', '2'],
      retryable: false,
      outcome: 'not_applied',
      next_step: 'Call again with line_id, or configure an account on the connection.',
    });
    expect(seen).toEqual([]);
    const alone = { ...trains, account: { ...trains.account!, choices: async () => [] } };
    expect(await bed.errorOf(toolOf(alone))).toMatchObject({
      message:
        '`line_id`: is required, because this connection has no configured account; it can be: none is reachable',
    });
  });

  test('that is fenced offers and takes only what is inside', async () => {
    await bed.connect({ account: '9', accounts: ['act_2', '3'] });
    const { seen, tool } = seeing();
    expect(await bed.errorOf(tool)).toMatchObject({ allowed_values: ['2'] });
    expect(await bed.errorOf(tool, { line_id: '9' })).toMatchObject({
      code: 'permission_denied',
      next_step:
        'Nothing was sent. Name one of the allowed accounts, or the workspace that the account belongs to (list_workspaces shows them).',
    });
    await bed.run(tool, { line_id: '3' });
    expect(seen[0]!.context).toMatchObject({ account: '3', accounts: ['2', '3'] });
  });

  test('needs no account for a tool that is about none', async () => {
    await bed.connect();
    const { seen, tool } = seeing({ account: false });
    await bed.run(tool);
    expect(seen[0]!.context).toMatchObject({ account: '', accountNamed: false });
    const { account: _, ...without } = trains;
    expect((await bed.run(toolOf(without))).isError).toBe(false);
  });

  test('carries the key that shares its places', async () => {
    await bed.connect({ account: '1' });
    const shares: unknown[] = [];
    const { sender } = bed.pipeline.sessions;
    bed.pipeline.sessions.sender = {
      ...sender,
      send: (platform, request, bound) => {
        shares.push(bound.share);
        return sender.send(platform, request, bound);
      },
    };
    const run = async (_: unknown, { client }: Context) =>
      client.session.ask({ method: 'GET', url: 'https://trains.example/' }, z.object({}));
    expect((await bed.run(toolOf(trains, { run: run as never }))).isError).toBe(false);
    expect(shares).toEqual([{ connection: expect.stringMatching(/^con_/), key: 'key_1' }]);
  });
});

describe('what is certain of a change that breaks', () => {
  const breaking = (act: (client: TrainClient) => Promise<unknown>) =>
    toolOf(trains, {
      access: 'write',
      run: (async (_: unknown, { client }: Context) => {
        await act(client);
        throw new Error('later');
      }) as never,
    });
  const url = 'https://trains.example/';

  test('is that nothing was sent, when only questions were', async () => {
    await bed.connect({ account: '1' });
    const asking = breaking(({ session }) => session.ask({ method: 'GET', url }, z.object({})));
    expect(await bed.errorOf(asking)).toMatchObject({ outcome: 'not_applied' });
    const opening = breaking(({ session }) => session.open({ method: 'GET', url }));
    expect(await bed.errorOf(opening)).toMatchObject({ outcome: 'not_applied' });
    expect(bed.sent.map(({ effect }) => effect)).toEqual(['read', 'read']);
  });

  test('is nothing, when a change has left or no platform stands between', async () => {
    await bed.connect({ account: '1' });
    const changing = breaking(({ session }) => session.change({ method: 'POST', url }, z.object({})));
    expect(await bed.errorOf(changing)).toMatchObject({ outcome: 'unknown' });
    const own = toolOf(yard, { access: 'write', run: () => Promise.reject(new Error('inner')) });
    expect(await bed.errorOf(own)).toMatchObject({ outcome: 'unknown' });
  });
});

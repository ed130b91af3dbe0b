import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READ_POINTS, WRITE_POINTS } from '../../src/limits/prices.ts';
import { type PostOptions, startTestService, type TestService } from '../service.ts';

/** `POST /mcp`. */
const ALL = '';

let service: TestService;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['search', 'social'] });
  workspaceId = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

const call = (tool: string, args: Record<string, unknown> = {}, options?: PostOptions) =>
  service.call(ALL, tool, args, options);
const read = (tool: string, args: Record<string, unknown> = {}, options?: PostOptions) =>
  call('call_read_tool', { tool, arguments: args }, options);
const write = (tool: string, args: Record<string, unknown> = {}, options?: PostOptions) =>
  call('call_write_tool', { tool, arguments: args }, options);
const find = async (query: string, options?: PostOptions) => (await call('find_tools', { query }, options)).result;
const found = async (query: string, options?: PostOptions) =>
  (await find(query, options)).tools.map(({ tool }: { tool: string }) => tool) as string[];
const make = async (options: Record<string, unknown>) =>
  (await service.home.keyRing.create({ workspaceId, name: 'made', actor: 'test', ...options })).key;

async function rpc(method: string, params: Record<string, unknown> = {}, options?: PostOptions) {
  const reply = await service.post(ALL, { jsonrpc: '2.0', id: 1, method, params }, options);
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
  const body = (await reply.json()) as any;
  return { ...body, status: reply.status };
}
const listed = async (options?: PostOptions) =>
  (await rpc('tools/list', {}, options)).result.tools.map(({ name }: { name: string }) => name) as string[];

const firstCampaign = async () => (await read('social_list_social_campaigns', { limit: 1 })).result.campaigns[0];

describe('the address of all channels', () => {
  test('lists the tools of the workspace and those that find and call the others, in 5,000 tokens', async () => {
    const reply = await rpc('tools/list');
    const names = reply.result.tools.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 3)).toEqual(['find_tools', 'call_read_tool', 'call_write_tool']);
    expect(names).toEqual(expect.arrayContaining(['report', 'compare', 'stop_spending', 'apply_plan', 'undo_change']));
    expect(names).toHaveLength(16);
    expect(JSON.stringify(reply.result.tools).length / 4).toBeLessThan(5_000);
  });

  test('finds what it does not list of the workspace, and calls it', async () => {
    const names = await found("yesterday's leads");
    expect(names).toContain('workspace_list_leads');
    expect((await read('workspace_list_sent_conversions', {})).result.sends).toEqual([]);
  });

  test('annotates what reads and what changes apart', async () => {
    const { tools } = (await rpc('tools/list')).result;
    const hints = Object.fromEntries(
      tools.map(({ name, annotations }: { name: string; annotations: { readOnlyHint: boolean } }) => [
        name,
        annotations.readOnlyHint,
      ]),
    );
    expect(hints).toMatchObject({ find_tools: true, call_read_tool: true, call_write_tool: false });
  });

  test('finds a tool by words, with its schema and the tool that calls it', async () => {
    const { tools, next_step } = await find('stop spending on the Berlin ad set on facebook');
    expect(tools[0]).toMatchObject({
      tool: 'social_update_ad_set',
      channel: 'social',
      call_with: 'call_write_tool',
      input_schema: { properties: { ad_set_id: {}, status: {} } },
    });
    expect(next_step).toContain('call_with');
    const [report] = (await find('how did all our ads do last month, over all channels')).tools;
    expect(report).toMatchObject({ tool: 'workspace_report', call_with: 'report' });
  });

  test('finds nothing of a channel that is not connected, and says so', async () => {
    const { organizationId } = (await service.home.directory.find('Acme'))!;
    const bare = await service.home.directory.createWorkspace({ organizationId, name: 'Bare', currency: 'USD' });
    const { tools, not_connected } = await find('pause the linkedin campaign', {
      key: await make({ workspaceId: bare.id }),
    });
    expect(not_connected).toEqual(['office', 'professional', 'search', 'social', 'tags', 'video']);
    for (const { channel } of tools) expect(channel).toBe('workspace');
  });

  test('says what can be done where nothing fits', async () => {
    expect(await find('zzz qqq')).toMatchObject({ tools: [], next_step: expect.stringContaining('social') });
    expect((await call('find_tools', { query: 'ads', channel: 'radio' })).result.error).toMatchObject({
      code: 'invalid_arguments',
      field: 'channel',
      allowed_values: expect.arrayContaining(['social', 'search']),
    });
  });

  test('reads by the tool that was found', async () => {
    const { result } = await read('social_list_social_campaigns', { limit: 2 });
    expect(result.campaigns).toHaveLength(2);
    const own = await service.call('social', 'list_social_campaigns', { limit: 2 });
    expect(result).toEqual(own.result);
    const { result: byText } = await call('call_read_tool', {
      tool: 'list_social_campaigns',
      arguments: '{"limit":2}',
    });
    expect(byText).toEqual(own.result);
  });

  test('writes by the tool that was found, once for a key, and the record names its channel and tool', async () => {
    const { id, name } = await firstCampaign();
    const options = { headers: { 'idempotency-key': 'one-address-1' } };
    const first = await write('social_update_social_campaign', { campaign_id: id, name: `${name} A` }, options);
    expect(first).toMatchObject({ isError: false, result: { applied: { name: { to: `${name} A` } } } });
    const again = await service.call(
      'social',
      'update_social_campaign',
      { campaign_id: id, name: `${name} A` },
      options,
    );
    expect(again.result).toEqual({ ...first.result, replayed: true });
    const rows = await service.home.audit.list({ limit: 5 });
    expect(JSON.stringify(rows)).toContain('update_social_campaign');
    expect(JSON.stringify(rows)).not.toContain('call_write_tool');
    const history = await call('list_history', { limit: 1 });
    expect(history.result.changes[0]).toMatchObject({ channel: 'social', tool: 'update_social_campaign' });
  });

  test('plans a change and applies the plan', async () => {
    const { id, name } = await firstCampaign();
    const planned = await write('social_update_social_campaign', { campaign_id: id, name: `${name} B`, preview: true });
    const { result } = await call('apply_plan', { plan_id: planned.result.plan.id });
    expect(result).toMatchObject({ applied: { name: { to: `${name} B` } } });
  });

  test('refuses a write where reads are called, and a read where writes are', async () => {
    expect((await read('social_update_social_campaign', { campaign_id: '1' })).result.error).toMatchObject({
      code: 'invalid_arguments',
      field: 'tool',
      message: expect.stringContaining('changes something'),
      next_step: expect.stringContaining('call_write_tool'),
    });
    expect((await write('social_list_social_campaigns')).result.error).toMatchObject({
      next_step: expect.stringContaining('call_read_tool'),
    });
  });

  test('answers a wrong name with the nearest, and one of several channels with all of them', async () => {
    const { error } = (await write('social_update_socail_campaign')).result;
    expect(error.allowed_values[0]).toBe('social_update_social_campaign');
    expect((await write('pause_facebook_campaign')).result.error.allowed_values).toContain(
      'social_update_social_campaign',
    );
    expect((await write('bulk_update')).result.error.allowed_values).toEqual(
      expect.arrayContaining(['social_bulk_update', 'search_bulk_update']),
    );
    const unknown = await rpc('tools/call', { name: 'find_tool', arguments: {} });
    expect(unknown.error).toMatchObject({ code: -32602, message: expect.stringContaining('Did you mean find_tools?') });
  });

  test("answers wrong arguments with the tool's own error and its schema", async () => {
    const { error } = (await read('search_list_keywords', { campain_id: '1' })).result;
    expect(error).toMatchObject({
      channel: 'search',
      code: 'invalid_arguments',
      field: 'campain_id',
      message: expect.stringContaining('did you mean `campaign_id`'),
      input_schema: { properties: { campaign_id: {} } },
    });
    expect((await call('call_read_tool', { tool: 'search_list_keywords', limit: 2 })).result.error).toMatchObject({
      field: 'limit',
      allowed_values: ['tool', 'arguments'],
    });
    expect((await call('call_write_tool', { tool: 'x', preview: true })).result.error.message).toContain(
      'did you mean `arguments.preview`',
    );
    expect((await call('call_read_tool')).result.error).toMatchObject({ field: 'tool', code: 'invalid_arguments' });
  });

  test('calls any tool by its whole name, for programs that need not find it', async () => {
    const { result } = await call('social_list_social_campaigns', { limit: 1 });
    expect(result.campaigns).toHaveLength(1);
    const { error } = await rpc('tools/call', { name: 'list_campaigns' });
    expect(error.message).toContain('Did you mean search_list_campaigns or video_list_campaigns?');
  });

  test('takes the points of a write for a write, and lets a pause pass where none are left', async () => {
    const options = { key: await make({ ratePoints: WRITE_POINTS + READ_POINTS }) };
    const { id, status } = await firstCampaign();
    const pause = { tool: 'social_update_social_campaign', arguments: { campaign_id: id, status: 'PAUSED' } };
    const sent = async (name: string, args: Record<string, unknown>) =>
      (await rpc('tools/call', { name, arguments: args }, options)).status;
    expect(await sent('call_write_tool', pause)).toBe(200);
    expect(await sent('find_tools', { query: 'ads' })).toBe(200);
    expect(await sent('find_tools', { query: 'ads' }), 'a write and a read are all it has').toBe(429);
    expect(await sent('call_write_tool', pause)).toBe(200);
    await write('social_update_social_campaign', { campaign_id: id, status });
  });
});

describe('a key', () => {
  test('for one channel sees and finds only its own tools, and may stop', async () => {
    const key = await make({ channels: ['search'] });
    expect(await listed({ key })).toEqual(['find_tools', 'call_read_tool', 'call_write_tool', 'stop_spending']);
    for (const tool of await found('pause the facebook campaign', { key }))
      expect(tool).toMatch(/^search_|^workspace_stop_spending$/);
    const args = { tool: 'social_list_social_campaigns', arguments: {} };
    const refused = await rpc('tools/call', { name: 'call_read_tool', arguments: args }, { key });
    expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await call('call_read_tool', { tool: 'list_campaigns', arguments: { limit: 1 } }, { key })).isError).toBe(
      false,
    );
    expect((await rpc('initialize', { protocolVersion: '2025-06-18' }, { key })).result.instructions).not.toContain(
      'social',
    );
  });

  test('for reading has no way to write', async () => {
    const key = await make({ readOnly: true });
    for (const options of [{ key }, { query: '?read_only=true' }]) {
      const names = await listed(options);
      expect(names).not.toContain('call_write_tool');
      expect(names).not.toContain('stop_spending');
      expect(await found('pause the facebook campaign', options)).not.toContain('social_update_social_campaign');
      const args = { campaign_id: '1', status: 'PAUSED' };
      for (const refused of [
        await write('social_update_social_campaign', args, options),
        await read('social_update_social_campaign', args, options),
      ])
        expect(refused.result.error).toMatchObject({ code: 'permission_denied' });
    }
  });
});

describe('channels and toolsets that are named', () => {
  test('have their tools listed by whole names, and only those are called', async () => {
    const names = await listed({ query: '?channels=social' });
    expect(names).toContain('social_update_ad_set');
    expect(names.every((name) => name.startsWith('social_'))).toBe(true);
    expect(names).not.toContain('social_list_changes');
    expect(await listed({ query: '?channels=social,search&toolsets=reporting' })).toEqual([
      'search_get_campaign_performance',
      'search_run_query',
      'social_get_social_insights',
    ]);
    expect(await listed({ query: '?toolsets=reporting' })).toContain('workspace_report');
    expect(await listed({ headers: { 'x-mcp-channels': 'social', 'x-mcp-toolsets': 'history' } })).toEqual([
      'social_list_changes',
    ]);
    const query = '?channels=social';
    expect((await call('social_list_social_campaigns', { limit: 1 }, { query })).isError).toBe(false);
    expect((await call('list_social_campaigns', { limit: 1 }, { query })).isError).toBe(false);
    for (const name of ['search_list_campaigns', 'find_tools', 'call_read_tool'])
      expect((await rpc('tools/call', { name }, { query })).error.code).toBe(-32602);
  });

  test('describe their tools by the names they have here', async () => {
    const reply = await rpc('tools/list', {}, { query: '?channels=search' });
    const create = reply.result.tools.find(({ name }: { name: string }) => name === 'search_create_campaign');
    expect(create.description).toContain('search_update_campaign enables it');
    const { instructions } = (await rpc('initialize', {}, { query: '?channels=search' })).result;
    expect(instructions).toContain('search_list_changes');
  });

  test('`stop_spending` can be called with any channels and toolsets', async () => {
    const query = '?channels=search&toolsets=reporting';
    const { result } = await call('stop_spending', { channels: ['search'] }, { query });
    expect(result.stop_id).toBeDefined();
    await call('resume_spending', { stop_id: result.stop_id });
  });

  test('are refused where there are no such, with those there are', async () => {
    for (const [query, known] of [
      ['?channels=radio', 'office, professional, search, social, tags, video, workspace'],
      ['?toolsets=nope', 'reporting'],
      ['?chanels=social', 'channels'],
    ] as const) {
      const refused = await rpc('tools/list', {}, { query });
      expect(refused).toMatchObject({ status: 400, error: expect.stringContaining(known) });
    }
    const own = await service.post(
      'social',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { query: '?channels=social' },
    );
    expect(own.status).toBe(400);
  });
});

describe('HTTP at the address of all channels', () => {
  test.each(['GET', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const reply = await fetch(`${service.url}/mcp`, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('knows no other spelling of it, and no request without a key', async () => {
    for (const path of ['/mcp/', '/MCP', '/mcp/mcp'])
      expect((await fetch(service.url + path, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${service.url}/mcp`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  test('answers batches, notifications and broken bodies as any tool address', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'find_tools', arguments: { query: 'campaigns' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
    expect(await (await service.post(ALL, batch)).json()).toHaveLength(2);
    expect((await service.post(ALL, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await service.post(ALL, '{')).status).toBe(400);
  });
});

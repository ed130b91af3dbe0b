import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dice } from '../chaos/dice.ts';
import { passingTime } from '../passing-time.ts';
import { seed, times } from '../seed.ts';
import { startTestService, type TestService } from '../service.ts';
import type { ListedTool } from './calls.ts';
import { type Arguments, DenseArguments } from './dense-arguments.ts';
import { undocumented } from './documented.ts';
import { Seen } from './seen.ts';

const TIMES = times(10) / 4;
/** Values that were never meant to be read. As words: a random id may spell NaN. */
const SLIP = /\b(undefined|NaN)\b|\[object Object\]/;

interface Tool extends ListedTool {
  annotations: { readOnlyHint: boolean };
}

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    platforms: ['social', 'professional', 'video', 'search', 'tags', 'office'],
    fewAccounts: true,
    settings: { ADHELM_RATE_POINTS: '1000000000' },
    ...passingTime(),
  });
});

afterAll(() => service?.close());

// The more there is to combine, the more is tried; a call that asks four platforms counts for several.
test.concurrent.each([
  { address: 'social', toolsMin: 40, callsPerArgument: 2 },
  { address: 'professional', toolsMin: 30, callsPerArgument: 2 },
  { address: 'video', toolsMin: 30, callsPerArgument: 2 },
  { address: 'search', toolsMin: 40, callsPerArgument: 2 },
  { address: 'tags', toolsMin: 20, callsPerArgument: 1 },
  { address: 'workspace', toolsMin: 6, callsPerArgument: 0.4 },
])(
  'every tool at /$address/mcp answers arguments that could be meant, and leaves nothing open',
  async ({ address, toolsMin, callsPerArgument }) => {
    const tools = await listedTools(address);
    expect(tools.length).toBeGreaterThanOrEqual(toolsMin);
    const seen = new Seen();
    seen.note({ workspaceId: await service.workspaceId('Acme Japan') });
    const dense = new DenseArguments(new Dice(seed), seen, seed);
    let done = 0;
    const attempt = async (tool: Tool, args: Arguments) => {
      // A name that is kept comes back in later replies, where it could not be told from a slip of ours.
      if (SLIP.test(JSON.stringify(args))) return;
      const { isError, result } = await answer(tool, args);
      seen.note(result);
      if (!isError || result.error.code !== 'invalid_arguments') dense.keep(tool.name, args);
      if (!isError) done += 1;
    };
    for (const tool of tools) if (tool.annotations.readOnlyHint) await attempt(tool, {});
    const callsOf = ({ inputSchema }: Tool) =>
      Object.keys(inputSchema.properties ?? {}).length * callsPerArgument * TIMES;
    for (let round = 0, left = tools; left.length > 0; round++) {
      left = tools.filter((tool) => round < callsOf(tool));
      for (const tool of left) await attempt(tool, dense.for(tool.name, tool.inputSchema));
    }
    // Were everything refused, nothing would have been tried.
    expect(done).toBeGreaterThan(tools.map(callsOf).reduce((sum, calls) => sum + calls) / 10);
  },
);

async function listedTools(address: string): Promise<Tool[]> {
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const reply = await service.post(address, listing, { query: '?toolsets=all' });
  const { result } = (await reply.json()) as { result: { tools: Omit<Tool, 'address'>[] } };
  return result.tools.map((tool) => ({ ...tool, address }));
}

/** What the tool said, once it is certain that nothing is wrong with it. */
async function answer({ address, name, annotations }: Tool, args: Arguments) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 't', method: 'tools/call', params: { name, arguments: args } });
  const reply = await service.post(address, body);
  const text = await reply.text();
  const request = { method: 'POST', path: `/${address}/mcp`, headers: {}, body: Buffer.from(body), authorized: true };
  const headers = Object.fromEntries(reply.headers);
  const { content, isError = false } = JSON.parse(text).result ?? {};
  const result = content ? JSON.parse(content[0].text) : { error: {} };
  const wrong =
    undocumented(request, { status: reply.status, headers, body: text }) ??
    openOutcome(result.error?.outcome, annotations.readOnlyHint) ??
    slipOfTheTongue(text);
  if (wrong !== undefined) {
    const told = /request id (req_\w+)/.exec(text)?.[1];
    const log =
      told === undefined
        ? []
        : service
            .logged()
            .split('\n')
            .filter((line) => line.includes(told));
    throw new Error(`${wrong}\n${address} ${name} ${JSON.stringify(args)}\n${text.slice(0, 2_000)}\n${log.join('\n')}`);
  }
  return { isError: isError || reply.status !== 200, result };
}

/** Nothing is cut off here: what happened is known of every call, and a read does nothing. */
function openOutcome(outcome: string | undefined, isRead: boolean): string | undefined {
  if (outcome === 'unknown') return 'an outcome that is not known';
  return outcome === 'applied' && isRead ? 'a read that changed something' : undefined;
}

function slipOfTheTongue(text: string): string | undefined {
  const slip = SLIP.exec(text);
  return slip ? `${slip[0]} in ${text.slice(Math.max(0, slip.index - 200))}` : undefined;
}

import { afterAll, beforeAll } from 'vitest';
import { startTestService, type TestService, type ToolAnswer } from '../../../test/service.ts';

export const USD = '7100000000000000101';
export const JPY = '7100000000000000201';

type Arguments = Record<string, unknown>;

/** One service and sandbox for a whole test file, over real HTTP. */
export function sandboxed() {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ platforms: ['video'] });
  });
  afterAll(() => service?.close());
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  const control = async (path: string, body?: unknown, method = body ? 'POST' : 'GET'): Promise<any> =>
    (
      await fetch(service.sandbox.controlOrigin + path, {
        method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
    ).json();
  const answer = async (tool: string, args: Arguments, fails: boolean): Promise<ToolAnswer['result']> => {
    const { isError, result } = await service.call('video', tool, args);
    if (isError !== fails) throw new Error(`${tool} ${isError ? 'failed' : 'did not fail'}: ${JSON.stringify(result)}`);
    return result;
  };
  return {
    /** What a call that has to succeed returns. */
    call: (tool: string, args: Arguments = {}) => answer(tool, args, false),
    /** The error of a call that has to fail. */
    refusal: async (tool: string, args: Arguments = {}) => (await answer(tool, args, true)).error,
    japan: async () => ({ workspaceId: await service.workspaceId('Acme Japan') }),
    fault: (kind: string, match: string, more: Arguments = {}) =>
      control('/faults', { platform: 'video', kind, match, ...more }),
    advance: (ms: number) => control('/clock', { advanceMs: ms }, 'PUT'),
    effects: async (kind: string): Promise<{ resource: string; id: string; detail?: unknown }[]> =>
      (await control(`/ledger?platform=video&kind=${kind}`)).effects,
    requests: async (): Promise<{ method: string; path: string; query: string; request_body: string | null }[]> =>
      (await control('/requests?platform=video&bodies=1')).requests,
    service: () => service,
  };
}

import { afterAll, beforeAll } from 'vitest';
import { startTestService, type TestService, type ToolAnswer } from '../../../test/service.ts';

/** The accounts the sandbox is seeded with that tests speak of. */
export const USD_ACCOUNT = '1001000000000001';

export interface Sandboxed {
  /** Calls a social tool that has to succeed. */
  call(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer['result']>;
  /** Calls a social tool that has to fail, and returns its error object. */
  refusal(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer['result']>;
  /** Arms a fault for the next matching request to the platform. */
  fault(kind: string, match: string, more?: Record<string, unknown>): Promise<void>;
  /** Every effect the platform has had on a kind of object. */
  ledger(filter: Record<string, string>): Promise<{ kind: string; resource: string; id: string; detail?: unknown }[]>;
  /** What was sent to the platform since the start, without headers. */
  requests(): Promise<{ method: string; path: string; query: string; request_body: string | null }[]>;
  service(): TestService;
}

/** One service and sandbox for a whole test file, over real HTTP. */
export function sandboxed(): Sandboxed {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ platforms: ['social'] });
  });
  afterAll(() => service?.close());
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  const control = async (path: string, init?: RequestInit): Promise<any> =>
    (await fetch(service.sandbox.controlOrigin + path, init)).json();
  const call = async (tool: string, args: Record<string, unknown>, fails: boolean) => {
    const { isError, result } = await service.call('social', tool, args);
    if (isError !== fails) throw new Error(`${tool} ${isError ? 'failed' : 'did not fail'}: ${JSON.stringify(result)}`);
    return result;
  };
  return {
    call: (tool, args = {}) => call(tool, args, false),
    refusal: async (tool, args = {}) => (await call(tool, args, true)).error,
    async fault(kind, match, more = {}) {
      const body = JSON.stringify({ platform: 'social', kind, match, ...more });
      await control('/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    },
    ledger: async (filter) =>
      (await control(`/ledger?${new URLSearchParams({ platform: 'social', ...filter })}`)).effects,
    requests: async () => (await control('/requests?platform=social&bodies=1')).requests,
    service: () => service,
  };
}

import { afterAll, beforeAll, expect } from 'vitest';
import { startTestService, type TestService, type ToolAnswer } from '../../../test/service.ts';

type Arguments = Record<string, unknown>;

/** A whole service with the search sandbox for one test file. */
export function sandboxedSearch() {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ platforms: ['search'] });
  });
  afterAll(() => service?.close());

  const answer = async (isError: boolean, tool: string, args: Arguments): Promise<ToolAnswer['result']> => {
    const reply = await service.call('search', tool, args);
    expect(reply.isError, JSON.stringify(reply.result)).toBe(isError);
    return reply.result;
  };

  return {
    /** What a call that has to succeed returns. */
    call: (tool: string, args: Arguments = {}) => answer(false, tool, args),
    /** The error of a call that has to fail. */
    refused: async (tool: string, args: Arguments = {}) => (await answer(true, tool, args)).error,
    /** Every item of a list, by walking its cursors. */
    async walk(tool: string, list: string, args: Arguments): Promise<unknown[]> {
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await answer(false, tool, { ...args, ...(cursor && { cursor }) });
        seen.push(...page[list]);
        cursor = page.next_cursor;
      } while (cursor);
      return seen;
    },
    japan: () => service.workspaceId('Acme Japan'),
    control: () => service.sandbox.controlOrigin,
    async arm(fault: Arguments): Promise<void> {
      await fetch(`${service.sandbox.controlOrigin}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ platform: 'search', ...fault }),
      });
    },
    disarm: () => fetch(`${service.sandbox.controlOrigin}/faults`, { method: 'DELETE' }),
    /** How many requests have reached the platform. */
    async requests(): Promise<number> {
      const reply = await fetch(`${service.sandbox.controlOrigin}/requests?platform=search`);
      return ((await reply.json()) as { requests: unknown[] }).requests.length;
    },
    /** What was really made over there. */
    async effects(kind: 'create' | 'update' | 'delete'): Promise<{ resource: string; id: string }[]> {
      const reply = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=search&kind=${kind}`);
      return ((await reply.json()) as { effects: { resource: string; id: string }[] }).effects;
    },
  };
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: ['social', 'professional', 'video', 'search', 'office', 'tags'],
    settings: { ADHELM_RATE_POINTS: '1000000000' },
    ...passingTime(),
  });
});
afterAll(() => service?.close());

interface Listed {
  name: string;
  inputSchema: { properties: Record<string, unknown>; required?: string[] };
}

async function listsAt(address: string): Promise<Listed[]> {
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const reply = await service.post(address, listing, { query: '?toolsets=all' });
  const { result } = (await reply.json()) as { result: { tools: Listed[] } };
  return result.tools.filter(
    ({ name, inputSchema: { properties, required = [] } }) =>
      name.startsWith('list_') && 'cursor' in properties && required.length === 0,
  );
}

/** What a reply lists: the longest list of things in it. Numbers may have moved on from one reply to the next. */
function namesIn(result: Record<string, unknown>): unknown[] {
  const lists = Object.values(result).filter(Array.isArray) as { id?: string }[][];
  const [longest = []] = lists.sort((one, other) => other.length - one.length);
  return longest.map((row) => row.id ?? row);
}

test.each([
  ['social', 7],
  ['professional', 6],
  ['video', 6],
  ['search', 9],
  ['tags', 1],
  ['workspace', 1],
])('every list at /%s/mcp goes on where it stopped, with a page of another size', async (address, walkedMin) => {
  const lists = await listsAt(address);
  let walked = 0;
  for (const { name } of lists) {
    const page = async (limit: number, cursor?: string) => {
      const { isError, result } = await service.call(address, name, { limit, ...(cursor !== undefined && { cursor }) });
      expect(isError, `${name} ${JSON.stringify(result)}`).toBe(false);
      return result;
    };
    const first = await page(1);
    if (first.next_cursor === undefined) continue;
    const [whole, rest] = [await page(4), await page(3, first.next_cursor)];
    expect([...namesIn(first), ...namesIn(rest)], name).toEqual(namesIn(whole));
    walked += 1;
  }
  expect(walked, address).toBeGreaterThanOrEqual(walkedMin);
});

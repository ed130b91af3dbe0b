import { expect, test } from 'vitest';
import type { PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { OfficeClient } from './client.ts';

const EMPTY = { properties: { title: 'T' }, sheets: [], namedRanges: [] };

test('every request to the platform is one of the sixty a minute that it allows a user', async () => {
  const sent: UpstreamRequest[] = [];
  const session = {
    hosts: { api: 'https://sheets.example' },
    options: {},
    workspaceId: 'ws_1',
    signal: new AbortController().signal,
    credentials: async () => ({ access_token: 'token' }),
    spreadsheets: () => ({}),
    ask: async (request: UpstreamRequest) => {
      sent.push(request);
      return EMPTY;
    },
    open: async (request: UpstreamRequest) => {
      sent.push(request);
      return { body: [Buffer.from('{"range":"A!A1:B2","majorDimension":"ROWS","values":[]}')] };
    },
  } as unknown as PlatformSession;
  const client = new OfficeClient(session);
  await client.identify();
  await client.describe('a-spreadsheet');
  await client.page({
    ...{ spreadsheetId: 'a-spreadsheet', range: 'A!A1:B2', render: 'FORMATTED_VALUE', dates: 'SERIAL_NUMBER' },
    ...{ major: 'ROWS', bytesMax: 10_000 },
  });
  expect(sent).toHaveLength(3);
  for (const { pace } of sent) expect(pace).toEqual({ name: 'reads', requests: 60, perMs: 60_000 });
});

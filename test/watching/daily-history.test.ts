import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_REPORTS } from '../reporting-service.ts';
import { type HistoryService, startHistoryService } from './filled-history.ts';

const CHANNELS = Object.keys(OWN_REPORTS);
let service: HistoryService;
beforeAll(async () => {
  service = await startHistoryService();
});
afterAll(() => service.close());

test.each(CHANNELS)('%s: thirteen months are kept, the newest days first, and each is what report says of it', async (channel) => {
  const workspaceId = await service.workspaceId('Acme');
  console.log(await service.run(channel));
  console.log(await service.history.accounts(workspaceId));
  await service.fill(channel);
  console.log(await service.history.accounts(workspaceId));
});

import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { HOUR_MS } from '../../ambient.ts';
import type { SearchClient } from './client.ts';
import { watching } from './watching.ts';

const { call, client: connected } = sandboxed('search');
const { signal } = new AbortController();

test('probe', async () => {
  const { client, account } = await connected<SearchClient>();
  console.log(
    await watching.rejectedAds(client, account, signal),
    await watching.accountProblems(client, account, signal),
  );
  const { campaign } = await call('create_campaign', {
    name: 'Watched',
    budget: 700,
    contains_eu_political_advertising: false,
  });
  await call('update_campaign', { campaign_id: campaign.id, name: 'Seen', budget: 1400 });
  const now = Date.now();
  console.log(
    await watching.changes!(
      client,
      account,
      { since: now - HOUR_MS, until: now + HOUR_MS, campaign: campaign.id },
      signal,
    ),
  );
});

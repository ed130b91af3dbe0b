import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';

const sandbox = sandboxed('tags');
const { call } = sandbox;

test('smoke', async () => {
  const { client, account } = await sandbox.client<TagsClient>();
  console.log(account, client.session.hosts);
  const first = await call('publish_version', { container_id: 'GTM-ACME001', version_id: '13', preview: true });
  console.log(JSON.stringify(first, null, 1));
  console.log(
    JSON.stringify(await call('publish_version', { container_id: 'GTM-ACME001', version_id: '13' }), null, 1),
  );
  console.log(JSON.stringify(await call('roll_back', { container_id: '7001' }), null, 1));
  console.log((await sandbox.requests()).map((one) => `${one.method} ${one.path}?${one.query}`));
  expect(1).toBe(1);
});

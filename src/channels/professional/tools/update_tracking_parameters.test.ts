import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('professional');

test('parameters are set, replaced and taken away, and those that the platform fills in go apart', async () => {
  const [{ id: campaign_id }] = (await call('list_professional_campaigns', { name: 'Engineers' })).campaigns;
  const first = { utm_source: 'linkedin', utm_campaign: 'CAMPAIGN_NAME' };
  const set = await call('update_tracking_parameters', { campaign_id, parameters: first });
  expect(set).toMatchObject({ parameters: first, applied: { parameters: { from: {}, to: first } }, not_applied: [] });
  const sent = (await requests()).filter(({ method }) => method === 'PUT').at(-1);
  expect(JSON.parse(sent!.request_body!)).toMatchObject({
    dynamicValueParameters: { utm_campaign: 'CAMPAIGN_NAME' },
    customValueParameters: { utm_source: 'linkedin' },
  });
  const { campaigns } = await call('list_professional_campaigns', { campaign_ids: [campaign_id], with_tracking: true });
  expect(campaigns[0].tracking_parameters).toEqual(first);
  const second = { utm_content: 'CREATIVE_ID' };
  expect((await call('update_tracking_parameters', { campaign_id, parameters: second })).parameters).toEqual(second);
  const none = await call('update_tracking_parameters', { campaign_id, parameters: {} });
  expect(none).toMatchObject({ parameters: {}, applied: { parameters: { from: second, to: {} } } });
});

test('a bad name and a campaign that is not there are refused', async () => {
  const parameters = { 'utm source': 'x' };
  expect(await refusal('update_tracking_parameters', { campaign_id: '1', parameters })).toMatchObject({
    field: 'parameters',
  });
  const missing = { campaign_id: '987654321', parameters: { utm_source: 'x' } };
  expect(await refusal('update_tracking_parameters', missing)).toMatchObject({ code: 'not_found' });
});

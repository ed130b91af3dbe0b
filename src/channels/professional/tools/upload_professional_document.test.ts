import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');
const organization_id = '3000001';
const document_base64 = Buffer.from('%PDF-1.4 a report').toString('base64');

test('a document is uploaded and shown by an ad that collects leads', async () => {
  const { document } = await call('upload_professional_document', { organization_id, document_base64 });
  expect(document).toMatchObject({ status: 'AVAILABLE', id: expect.stringMatching(/^urn:li:document:/) });
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Leads' });
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'Report',
    format: 'SPONSORED_UPDATE_NATIVE_DOCUMENT',
    daily_budget_amount: '40',
    associated_entity: organization_id,
  });
  const ad = { campaign_id: campaign.id, kind: 'DOCUMENT', document_id: document.id, intro_text: 'Read it' };
  expect(await refusal('create_creative', ad)).toMatchObject({ field: 'headline' });
  const { lead_forms } = await call('list_lead_forms');
  const whole = { ...ad, headline: 'The report', lead_form_id: lead_forms[0].id };
  expect((await call('create_creative', whole)).creative).toMatchObject({
    status: 'DRAFT',
    lead_form_id: lead_forms[0].id,
  });
});

test('what is no PDF is refused, and so is a document that was never uploaded', async () => {
  const text = Buffer.from('words').toString('base64');
  expect(await refusal('upload_professional_document', { organization_id, document_base64: text })).toMatchObject({
    field: 'document_base64',
  });
  const [campaign] = (await call('list_professional_campaigns', { name: 'Not ready' })).campaigns;
  const ad = { kind: 'DOCUMENT', document_id: 'urn:li:document:D4E1', intro_text: 'Read it', headline: 'The report' };
  expect(await refusal('create_creative', { campaign_id: campaign.id, ...ad })).toMatchObject({
    outcome: 'not_applied',
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Any, type ConversionService, startConversionService } from '../conversion-service.ts';

let service: ConversionService;
beforeAll(async () => {
  service = await startConversionService();
});
afterAll(() => service?.close());

const CHANNELS = ['social', 'search', 'video', 'professional'];

describe.each(CHANNELS)('leads of %s', (channel) => {
  test('come without persons, and the sale that became of one is told to their platform alone', async () => {
    const { isError, result } = await service.call(channel, 'list_leads', {});
    expect(isError, JSON.stringify(result)).toBe(false);
    const lead = result.leads.find((one: Any) => !one.is_test);
    expect(lead, JSON.stringify(result).slice(0, 500)).toBeDefined();
    expect(JSON.stringify(result)).not.toMatch(/@/);
    const won = {
      event: 'qualified_lead',
      event_id: `won-${channel}`,
      happened_at: new Date(service.now() - 60_000).toISOString(),
      lead: lead.lead_id,
      source: 'crm',
      consent: true,
    };
    const { destinations } = await service.ask('send_conversion', won);
    const outcomes = Object.fromEntries(destinations.map((one: Any) => [one.channel, one]));
    expect(outcomes[channel], JSON.stringify(outcomes)).toMatchObject({ outcome: 'sent' });
    for (const other of CHANNELS.filter((name) => name !== channel))
      expect(outcomes[other]).toMatchObject({ outcome: 'skipped', why: `the lead came from ${channel}` });
  });
});

test('a lead that no platform knows is skipped everywhere and says how to find it', async () => {
  const { destinations } = await service.ask('send_conversion', service.sale('won-x', { lead: '999' }));
  for (const { outcome, why } of destinations) {
    expect(outcome).toBe('skipped');
    expect(why).toContain('list_leads');
  }
});

test.each(CHANNELS)('a form that %s does not have is told as such', async (channel) => {
  const { result } = await service.call(channel, 'list_leads', { form: '99999999' });
  expect(result.error, JSON.stringify(result).slice(0, 300)).toMatchObject({ code: 'not_found' });
});

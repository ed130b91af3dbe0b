import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, advanceClock } = sandboxed('social');

test('tells the score and what it comes from, a day after the events', async () => {
  const event = {
    event: 'lead',
    happened_at: new Date().toISOString(),
    browser: { user_agent: 'Mozilla/5.0' },
    url: 'https://acme.example/thanks',
  };
  await call('send_conversions', {
    events: [
      { ...event, event_id: 'lead-1', person: { email: 'a@acme.example' } },
      { ...event, event_id: 'lead-2', person: { phone: '+4930123456' } },
    ],
  });
  const [early] = (await call('get_conversion_quality')).destinations;
  expect(early).toMatchObject({ measures: [], notes: [expect.stringContaining('a day late')] });
  await advanceClock(1.5 * DAY_MS);
  const [{ measures }] = (await call('get_conversion_quality')).destinations;
  expect(measures).toContainEqual({ name: 'event_match_quality', value: 3, of: 10, event: 'Lead' });
  expect(measures).toContainEqual({ name: 'email_coverage', value: 50, of: 100, event: 'Lead' });
});

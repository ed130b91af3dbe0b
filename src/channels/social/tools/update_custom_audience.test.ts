import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

async function audience(kind: string) {
  const { audiences } = await call('list_audiences', { limit: 100 });
  return audiences.find((one: { kind: string }) => one.kind === kind);
}

test('changes the name and the retention of a website audience and reads them back', async () => {
  const { id, name, retention_days } = await audience('WEBSITE');
  const days = retention_days === 60 ? 45 : 60;
  const { applied, audience: after } = await call('update_custom_audience', {
    audience_id: id,
    name: 'Visitors',
    retention_days: days,
  });
  expect(applied).toEqual({ name: { from: name, to: 'Visitors' }, retention_days: { from: retention_days, to: days } });
  expect(after.retention_days).toBe(days);
});

test('needs something to change; retention is 1 to 540; a rule is JSON with sources', async () => {
  const audience_id = '1';
  expect(await refusal('update_custom_audience', { audience_id })).toMatchObject({
    code: 'invalid_arguments',
    field: 'name',
  });
  for (const retention_days of [0, 541, 1.5]) {
    expect(await refusal('update_custom_audience', { audience_id, retention_days })).toMatchObject({
      field: 'retention_days',
    });
  }
  for (const rule of [
    '{',
    '[]',
    '{}',
    '{"inclusions":{"rules":[]}}',
    '{"inclusions":{"rules":[{"retention_seconds":1}]}}',
  ]) {
    expect(await refusal('update_custom_audience', { audience_id, rule }), rule).toMatchObject({ field: 'rule' });
  }
});

test('retention means nothing for a customer list, and says so before sending', async () => {
  const { id } = await audience('CUSTOM');
  expect(await refusal('update_custom_audience', { audience_id: id, retention_days: 30 })).toMatchObject({
    field: 'retention_days',
    outcome: 'not_applied',
  });
});

import { expect, test } from 'vitest';
import { releaseParts } from './release-parts.ts';

test('a plan that publishes is told by version, warnings, what others did, and object by object', () => {
  const parts = releaseParts({
    live_version: { from: '7', to: '9' },
    warnings: { from: null, to: ['tag "Chat" (4) has changed code'] },
    goes_out_too: { from: null, to: ['version 8: saved and not live'] },
    was_live: { from: null, to: 'Version 9 was live until yesterday.' },
    'tag "Chat" (4)': { from: { 'parameters.html': '<a>' }, to: { 'parameters.html': '<b>', changed_by: 'agent' } },
    latest_version: { from: '8', to: '9' },
    'tag "New" (5)': { from: null, to: { paused: false } },
    'tag "Old" (6)': { from: { paused: true }, to: null },
  });
  expect(parts).toMatchObject({
    version: { from: '7', to: '9' },
    warnings: ['tag "Chat" (4) has changed code'],
    others: ['version 8: saved and not live'],
    notes: ['Version 9 was live until yesterday.'],
    fields: [{ field: 'latest_version', from: '8', to: '9' }],
    objects: [
      { change: 'changed', by: 'agent', fields: [{ field: 'parameters.html', from: '<a>', to: '<b>' }] },
      { change: 'added', fields: [{ field: 'paused', to: false }] },
      { change: 'deleted', fields: [{ field: 'paused', from: true }] },
    ],
  });
});

test('any other plan is not told that way', () => {
  expect(releaseParts({ daily_budget: { from: 1, to: 2 } })).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { HistoryDesk, RememberedChange } from '../../../../tools/history-desk.ts';
import { ownRecord } from './own-record.ts';

const PLACE = { account: '1', container: '2', path: 'accounts/1/containers/2', named: '2' };
let minute = 59;
/** Each older than the one before it. */
function change(tool: string, more: Partial<RememberedChange>): RememberedChange {
  minute -= 1;
  return {
    tool,
    at: `2026-11-18T00:${String(minute).padStart(2, '0')}:00.000Z`,
    who: { id: 'key_1', kind: 'key', name: 'Ann' },
    outcome: 'applied',
    ids: {},
    applied: {},
    rows: [],
    added: [],
    removed: [],
    ...more,
    args: { container_id: '2', ...more.args },
  };
}
const live = (from: string | null, to: string) => ({ applied: { live_version: { from, to } } });
const record = (...changes: RememberedChange[]) =>
  ownRecord({ remembered: async () => changes } as unknown as HistoryDesk, PLACE, 'GTM-ABCD');

test('live before a version is what it took the place of when it was published, not what it was rolled back from', async () => {
  const book = await record(
    change('roll_back', live('8', '7')),
    change('publish_version', live('8', '7')),
    change('publish_version', { ...live('7', '8'), args: { container_id: 'GTM-ABCD' } }),
    change('publish_version', { ...live('3', '7'), args: { container_id: '99' } }),
    change('publish_version', live('5', '7')),
  );
  expect(book.liveBefore('8')).toMatchObject({ version: '7', by: expect.stringContaining('Ann') });
  expect(book.liveBefore('7')).toMatchObject({ version: '5' });
  expect(book.liveBefore('5')).toBeUndefined();
});

test('an object is ours where our record names it between the two versions', async () => {
  const book = await record(
    change('update_tag', { args: { tag_id: '5' } }),
    change('create_version', { ids: { version: '8' } }),
    change('create_tag', { ids: { tag: '4' } }),
    change('create_conversion_tag', { rows: [{ id: '6', level: 'trigger' }] }),
    change('create_version', { ids: { version: '7' } }),
    change('update_tag', { args: { tag_id: '3' } }),
  );
  const between = { live: '7', version: '8' };
  expect(book.authorOf('tag', '4', between)).toContain('Ann, through Adhelm');
  expect(book.authorOf('trigger', '6', between)).toContain('Ann');
  expect(book.authorOf('trigger', '4', between), 'another kind').toBeUndefined();
  expect(book.authorOf('tag', '3', between), 'live already').toBeUndefined();
  expect(book.authorOf('tag', '5', between), 'after the version was saved').toBeUndefined();
  expect(book.authorOf('tag', '5', { live: '7' }), 'a draft of now').toContain('Ann');
  expect(book.makerOf('8')).toContain('Ann');
  expect(book.makerOf('6')).toBeUndefined();
});

test('a version that was rolled back is in none that was made afterwards', async () => {
  const book = await record(change('roll_back', { applied: { latest_version: { from: '14', to: '12' } } }));
  expect(['12', '13', '14', '15'].map((version) => book.isTakenBack(version, '16'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(book.isTakenBack('13', undefined), 'a draft of now').toBe(true);
  expect(book.isTakenBack('13', '14'), 'made before the roll back').toBe(false);
});

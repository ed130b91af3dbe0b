import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { CONTAINER, outside } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, ledger, requests } = sandbox;
const others = outside(sandbox);
const container_id = CONTAINER;

beforeEach(() => sandbox.passTime(60_000));

test('tells everything that would go out against what is live, also what was saved earlier, and changes nothing', async () => {
  const draft = await others.draft('Adhelm');
  const code = `<script>${'x'.repeat(3_000)}</script>`;
  await others.addTag(draft, { name: 'Pop-up', parameter: [{ type: 'template', key: 'html', value: code }] });
  const trigger = await others.addTrigger(draft, {
    name: 'Links',
    type: 'linkClick',
    filter: [
      {
        type: 'contains',
        parameter: [
          { type: 'template', key: 'arg0', value: '{{Click URL}}' },
          { type: 'template', key: 'arg1', value: 'x' },
        ],
      },
    ],
  });
  await others.addTag(draft, { name: 'Silent', firingTriggerId: [trigger.triggerId] });
  await sandbox.passTime(60_000);
  const sent = (await ledger()).length;
  const last = (await requests()).at(-1)!.seq;
  const preview = await call('preview_version', { container_id });
  expect((await requests()).filter(({ seq }) => seq > last).length, 'requests').toBeLessThanOrEqual(6);
  expect((await ledger()).length).toBe(sent);
  expect(preview).toMatchObject({
    tag_workspace_id: draft,
    compiles: true,
    causes: [],
    conflicts: [],
    live_version_id: '12',
    latest_version_id: '13',
    draft_changes: 3,
    next: { tool: 'create_version', arguments: { container_id, tag_workspace_id: draft } },
  });
  const words: string[] = preview.goes_out.map((one: { words: string }) => one.words);
  expect(words).toContain('tag "Pop-up" added');
  // Saved in version 13 by somebody, and not live.
  expect(words.join('\n')).toContain('tag "Newsletter pixel": notes set');
  expect(preview.goes_out_too[0]).toContain('version 13 "Notes only": saved and not live (by others');
  const popUp = preview.goes_out.find(({ name }: { name: string }) => name === 'Pop-up');
  expect(popUp.code).toBe(code);
  expect(JSON.stringify(popUp.fields), 'told once').not.toContain(JSON.stringify(code).slice(1, -1));
  expect(preview.warnings.join('\n')).toContain('tag "Silent"');
  expect(preview.warnings.join('\n')).toContain('Click URL, which is switched off');
  await others.throwAway(draft);
});

test('an environment is shown without the code that opens its preview', async () => {
  const draft = await others.draft();
  await sandbox.passTime(60_000);
  const preview = await call('preview_version', { container_id: 'GTM-ACME001', tag_workspace_id: draft });
  expect(preview.see_it.how).toContain(`/containers/7001/workspaces/${draft}`);
  expect(preview.see_it.environments).toContainEqual(
    expect.objectContaining({ name: 'Staging', type: 'user', url: 'https://staging.acme.example' }),
  );
  expect(JSON.stringify(preview)).not.toMatch(/authorization|gtm_auth/i);
  expect(preview, 'an empty draft').toMatchObject({ draft_changes: 0, compiles: true });
  expect(preview.next).toBeUndefined();
});

test('our own changes are named, those of others are called theirs', async () => {
  const draft = await others.draft();
  const theirs = await others.addTag(draft);
  await sandbox.passTime(60_000);
  const made = await call('create_tag', {
    container_id,
    tag_workspace_id: draft,
    name: 'Ours',
    type: 'img',
    parameters: { url: 'https://pixel.example/a' },
  });
  await sandbox.passTime(60_000);
  const { goes_out } = await call('preview_version', { container_id, tag_workspace_id: draft });
  const by = (id: string) =>
    goes_out.find((one: { kind: string; id: string }) => one.kind === 'tag' && one.id === id)?.by;
  expect(by(made.tag.tag_id)).toContain('through Adhelm');
  expect(by(theirs.tagId)).toContain('others');
});

test('a draft that does not compile says why, as far as that is found', async () => {
  const draft = await others.draft();
  await others.addTag(draft, { name: 'Broken', parameter: [{ type: 'template', key: 'html', value: '{{Nowhere}}' }] });
  await sandbox.passTime(60_000);
  expect(await call('preview_version', { container_id, tag_workspace_id: draft })).toMatchObject({
    compiles: false,
    causes: ['tag "Broken" refers to {{Nowhere}}, which is no variable of the draft'],
    goes_out: [],
  });
});

test('a draft in conflict shows both sides', async () => {
  const [mine, theirs] = [await others.draft(), await others.draft()];
  await others.changeTag(mine, '1', { notes: 'ours' });
  await others.changeTag(theirs, '1', { notes: 'theirs' });
  await others.save(theirs);
  await sandbox.passTime(60_000);
  const { compiles, conflicts } = await call('preview_version', { container_id, tag_workspace_id: mine });
  expect(compiles).toBe(false);
  expect(conflicts).toMatchObject([{ object: 'tag 1', fields: { notes: { ours: 'ours', theirs: 'theirs' } } }]);
});

test('a draft that is not there is named', async () => {
  expect(await refusal('preview_version', { container_id, tag_workspace_id: '999' })).toMatchObject({
    code: 'not_found',
    field: 'tag_workspace_id',
  });
});

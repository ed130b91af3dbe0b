import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('tags');
const CONTAINER = { container_id: 'GTM-ACME001' };
let draft: { tag_workspace_id: string };

interface Finding {
  about: string;
  stops: boolean;
  message: string;
  mend?: { tool: string; arguments: Record<string, unknown> };
}

const why = (name: string, more = {}) => call('diagnose_tag', { ...CONTAINER, name, ...more });
const stopping = (findings: readonly Finding[]) => findings.filter(({ stops }) => stops).map(({ message }) => message);

test('a tag that fires is said to, with what it depends on', async () => {
  const before = (await requests()).length;
  const { tag, fires, keeps_from_firing, findings, read } = await why('Ads - purchase');
  expect((await requests()).slice(before).filter(({ path }) => path.includes('/versions')).length).toBe(1);
  expect(tag).toMatchObject({ name: 'Ads - purchase', type: 'awct' });
  expect([fires, keeps_from_firing, read.is_live]).toEqual([true, [], true]);
  expect(findings).toEqual([
    {
      ...{ about: 'consent', stops: false },
      message:
        'It fires only for visitors who agreed to ad_storage, ad_user_data, which no tag of this container tells: the website has to, or it never fires',
    },
  ]);
  expect((await call('diagnose_tag', { ...CONTAINER, tag_id: tag.tag_id })).tag.name).toBe('Ads - purchase');
});

test('what keeps a tag from firing is told in sentences that end with the call that mends it', async () => {
  const outbound = await why('GA4 - outbound');
  expect(outbound.fires).toBe(false);
  expect(outbound.before_mending).toMatchObject({ tool: 'create_tag_workspace', arguments: CONTAINER });
  const made = await call('create_tag_workspace', CONTAINER);
  draft = { tag_workspace_id: made.tag_workspace.tag_workspace_id };
  const { keeps_from_firing } = await why('ga4 - OUTBOUND');
  expect(keeps_from_firing).toEqual([
    `The tag “GA4 - outbound” never fires: its trigger “Outbound link” asks for the built-in variable Click URL, which is switched off: create_variable ${JSON.stringify({ ...CONTAINER, ...draft, built_ins: ['Click URL'] })}.`,
  ]);
  const paused = await why('Newsletter pixel');
  expect(stopping(paused.findings)).toEqual(['The tag “Newsletter pixel” is paused and fires for nobody']);
  expect(paused.findings[0].mend).toMatchObject({ tool: 'update_tag', arguments: { ...draft, paused: false } });
  expect(stopping((await why('Survey')).findings)).toEqual([
    'The tag “Survey” has no trigger, and no other tag calls it: it never fires',
  ]);
});

test('its mends are taken as they stand, and afterwards only publishing is left', async () => {
  for (const name of ['GA4 - outbound', 'Newsletter pixel']) {
    const { findings } = await why(name);
    for (const { mend } of findings as Finding[]) if (mend) await call(mend.tool, mend.arguments);
    const after = await why(name, draft);
    expect(stopping(after.findings)).toEqual([]);
    expect(after.read).toEqual(draft);
  }
  const { findings } = await why('Newsletter pixel', draft);
  expect(findings[0]).toMatchObject({
    about: 'live',
    message: expect.stringMatching(/^Visitors get it as the live version has it: its changes are only in the draft/),
    mend: { tool: 'preview_version', arguments: { ...CONTAINER, ...draft } },
  });
  await call(findings[0].mend.tool, findings[0].mend.arguments);
});

test('a tag that is only in a draft reaches no visitor', async () => {
  await call('create_tag', { ...CONTAINER, ...draft, name: 'Brand-new', type: 'gclidw', fires_on: ['All Pages'] });
  const { fires, findings, last_change } = await why('Brand-new');
  expect(fires).toBe(false);
  expect(findings[0]).toMatchObject({
    about: 'live',
    stops: true,
    message: expect.stringContaining('only in the draft'),
  });
  expect(last_change).toContain('through Adhelm at');
});

test('a schedule to come, a block and a set-up tag are told', async () => {
  await call('create_tag', {
    ...{ ...CONTAINER, ...draft, name: 'Later', type: 'img', parameters: { url: 'https://pixel.example/a' } },
    ...{ fires_on: ['All Pages'], blocked_by: ['Thank-you page'], setup_tags: [{ name: 'Newsletter pixel' }] },
    schedule: { from: '2099-01-01T00:00:00Z' },
  });
  const { findings } = await why('Later', draft);
  const told = (findings as Finding[]).map(({ about, stops }) => `${about} ${stops}`);
  expect(told).toEqual(['live true', 'schedule true', 'blocked false']);
  const block = (findings as Finding[]).find(({ about }) => about === 'blocked');
  expect(block!.message).toBe('It does not fire on page view where Page Path contains /thank-you, which blocks it');
});

test('nothing there, or nothing named, is said', async () => {
  expect(await refusal('diagnose_tag', CONTAINER)).toMatchObject({ code: 'invalid_arguments', field: 'tag_id' });
  expect(await refusal('diagnose_tag', { ...CONTAINER, name: 'No such tag' })).toMatchObject({ code: 'not_found' });
  expect(await refusal('diagnose_tag', { ...CONTAINER, tag_id: '9999' })).toMatchObject({ code: 'not_found' });
});

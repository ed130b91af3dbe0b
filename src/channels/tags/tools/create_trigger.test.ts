import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ACME, ownDraft } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, requests } = sandbox;
beforeAll(() => ownDraft(sandbox));
beforeEach(() => sandbox.passTime(60_000));

test('an own event becomes exactly one condition on the name of the event', async () => {
  const { trigger } = await call('create_trigger', {
    ...{ ...ACME, name: 'CE sign_up', type: 'CUSTOM_EVENT', event: 'sign_up' },
    filter: [{ variable: 'Page Hostname', is: 'contains', value: 'acme.example', not: true }],
  });
  expect(trigger).toMatchObject({
    type: 'customEvent',
    when: expect.stringContaining('sign_up'),
    filter: [{ variable: 'Page Hostname', is: 'contains', value: 'acme.example', not: true }],
  });
  const sent = (await requests()).findLast(({ method, path }) => method === 'POST' && path.endsWith('/triggers'))!;
  expect(JSON.parse(sent.request_body!).customEventFilter).toEqual([
    {
      type: 'equals',
      parameter: [
        { type: 'template', key: 'arg0', value: '{{_event}}' },
        { type: 'template', key: 'arg1', value: 'sign_up' },
      ],
    },
  ]);
});

test('comparisons in the words of the platform and of its export files are understood', async () => {
  const { trigger } = await call('create_trigger', {
    ...{ ...ACME, name: 'Thanks', type: 'pageview' },
    filter: [
      { variable: '{{Page URL}}', is: 'STARTS_WITH', value: 'https://' },
      { variable: 'Page Path', is: 'matchRegex', value: '^/thanks', ignore_case: true },
    ],
  });
  expect(trigger.filter).toEqual([
    { variable: 'Page URL', is: 'starts_with', value: 'https://' },
    { variable: 'Page Path', is: 'matches', value: '^/thanks', ignore_case: true },
  ]);
});

test('a condition on a built-in variable that is off is refused with the call that enables it, which then helps', async () => {
  const asked = {
    ...{ ...ACME, name: 'Partner links', type: 'linkClick', settings: { waitForTags: true, waitForTagsTimeout: 2000 } },
    filter: [{ variable: 'Click URL', is: 'contains', value: 'partner' }],
  };
  expect(await refusal('create_trigger', asked)).toMatchObject({
    field: '{{Click URL}}',
    message: expect.stringContaining('create_variable {"built_ins": ["Click URL"]}'),
  });
  expect(await call('create_variable', { ...ACME, built_ins: ['Click URL'] })).toMatchObject({
    built_ins: ['Click URL'],
  });
  expect((await call('create_trigger', asked)).trigger.settings).toEqual({
    waitForTags: true,
    waitForTagsTimeout: '2000',
  });
});

test.each([
  [{ type: 'customEvent' }, 'event', /exactly one/],
  [{ type: 'pageview', event: 'x' }, 'event', /customEvent/],
  [{ type: 'pagevew' }, 'type', /pageview/],
  [{ type: 'pageview', settings: { waitForTag: true } }, 'settings.waitForTag', /waitForTags/],
  [{ type: 'pageview', filter: [{ variable: 'Page URL', is: 'like', value: 'x' }] }, 'filter.0.is', /contains/],
])('%j is refused by name', async (fields, field, message) => {
  const error = await refusal('create_trigger', { ...ACME, name: 'Wrong', ...fields });
  expect(error).toMatchObject({ code: 'invalid_arguments', field });
  expect(JSON.stringify(error)).toMatch(message);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { C1, startTags, type TagsSandbox, W1 } from '../calls.testing.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());

const text = (key: string, value: string) => ({ type: 'template', key, value });
const html = (name: string, more = {}) => ({ name, type: 'html', parameter: [text('html', '<p>')], ...more });
const condition = (...parameter: object[]) => ({ type: 'equals', parameter });
const event = (...filters: object[]) => ({ name: 'E', type: 'customEvent', customEventFilter: filters });
const EVENT = condition(text('arg0', '{{_event}}'), text('arg1', 'x'));
const GENERIC = 'Returned an error response for your request.';

const make = (kind: string, body: object) => tags.ask('POST', `${W1}/${kind}`, body);

async function refused(method: string, path: string, body?: object) {
  const { status, body: answer } = await tags.call(method, path, body);
  return { status, message: answer.error?.message };
}
const refusedTag = (body: object) => refused('POST', `${W1}/tags`, body);

describe('writing', () => {
  test('rule 12: an update erases what it leaves out', async () => {
    const { path } = await make('tags', html('Whole', { notes: 'why', firingTriggerId: ['2147479553'], paused: true }));
    const after = await tags.ask('PUT', path, html('Whole, renamed'));
    expect(after).not.toHaveProperty('notes');
    expect(after).not.toHaveProperty('paused');
    expect(after).not.toHaveProperty('firingTriggerId');
    expect(await refused('PUT', path, { name: 'No parameters', type: 'html' })).toEqual({
      status: 400,
      message: 'vendorTemplate.parameter.html: The value must not be empty.',
    });
  });

  test('rule 13: a stale fingerprint is refused, and none lets the last writer win', async () => {
    const { path, fingerprint } = await make('tags', html('Print'));
    const second = await tags.ask('PUT', `${path}?fingerprint=${fingerprint}`, html('Print'));
    expect(second.fingerprint).toMatch(/^\d{13,}$/);
    expect(second.fingerprint).not.toBe(fingerprint);
    expect((await refused('PUT', `${path}?fingerprint=${fingerprint}`, html('Print'))).status).toBe(409);
    await tags.turn('stale_fingerprint', '400');
    expect((await refused('PUT', `${path}?fingerprint=${fingerprint}`, html('Print'))).status).toBe(400);
    await tags.turn('stale_fingerprint', '409');
    expect((await tags.call('PUT', path, html('Print'))).status).toBe(200);
  });

  test('an id that comes along is passed over: the platform gives its own', async () => {
    const made = await make('tags', html('Own id', { tagId: '99', fingerprint: '7' }));
    expect(made.tagId).not.toBe('99');
    expect(made.fingerprint).not.toBe('7');
    const after = await tags.ask('PUT', made.path, html('Own id', { tagId: '98' }));
    expect(after.tagId).toBe(made.tagId);
    expect((await refused('GET', `${W1}/tags/98`)).status).toBe(404);
  });

  test('rule 14: tag 3 and trigger 3 are two things', async () => {
    const [tag, trigger] = [await tags.ask('GET', `${W1}/tags/3`), await tags.ask('GET', `${W1}/triggers/3`)];
    expect([tag.tagId, trigger.triggerId]).toEqual(['3', '3']);
    expect(tag.name).not.toBe(trigger.name);
  });

  test('rule 18: a name is taken once, and a variable also by an enabled built-in one', async () => {
    const duplicate = { status: 400, message: 'Found entity with duplicate name.' };
    expect(await refusedTag(html('Google tag'))).toEqual(duplicate);
    const variable = (name: string) => ({ name, type: 'c', parameter: [text('value', '1')] });
    expect(await refused('POST', `${W1}/variables`, variable('Page URL'))).toEqual(duplicate);
    await make('variables', variable('Click Text'));
    expect(await refused('POST', `${W1}/built_in_variables?type=clickText`)).toEqual(duplicate);
    expect((await tags.call('POST', `${W1}/triggers`, { name: 'Google tag', type: 'pageview' })).status).toBe(200);
  });

  test('rule 21: the type is fixed', async () => {
    const { path } = await make('triggers', { name: 'Views', type: 'pageview' });
    expect((await refused('PUT', path, { name: 'Views', type: 'domReady' })).status).toBe(400);
  });

  test('rule 23: triggers and folders that are cited have to be there', async () => {
    expect((await refusedTag(html('Lost', { firingTriggerId: ['777'] }))).status).toBe(404);
    expect((await refusedTag(html('Lost', { parentFolderId: '777' }))).status).toBe(404);
    expect((await tags.call('POST', `${W1}/tags`, html('Found', { firingTriggerId: ['2147479572'] }))).status).toBe(
      200,
    );
  });

  test('rule 27: notes end at 512,000 characters', async () => {
    expect((await refusedTag(html('Long', { notes: 'n'.repeat(512_001) }))).status).toBe(400);
    expect((await tags.call('POST', `${W1}/tags`, html('Long', { notes: 'n'.repeat(512_000) }))).status).toBe(200);
  });
});

describe('templates', () => {
  test.each([
    ['googtag', [], 'tagId'],
    ['gaawe', [text('measurementIdOverride', 'G-1')], 'eventName'],
    ['gaawe', [text('eventName', 'purchase')], 'measurementIdOverride'],
    ['awct', [text('conversionId', '1'), text('conversionlabel', 'misspelt')], 'conversionLabel'],
    ['awct', [text('conversionLabel', 'x')], 'conversionId'],
    ['sp', [], 'conversionId'],
    ['html', [text('html', '')], 'html'],
    ['img', [], 'url'],
    ['flc', ['advertiserId', 'groupTag', 'activityTag'].map((key) => text(key, '1')), 'ordinalType'],
    ['fls', ['advertiserId', 'groupTag', 'activityTag', 'revenue'].map((key) => text(key, '1')), 'orderId'],
  ])('rule 15: %s with %j lacks %s', async (type, parameter, key) => {
    expect(await refusedTag({ name: `Lacking ${type}`, type, parameter })).toEqual({
      status: 400,
      message: `vendorTemplate.parameter.${key}: The value must not be empty.`,
    });
  });

  test.each([
    ['c', 'value'],
    ['v', 'name'],
    ['jsm', 'javascript'],
    ['smm', 'input'],
  ])('rule 15: a variable of type %s lacks %s', async (type, key) => {
    const { message } = await refused('POST', `${W1}/variables`, { name: 'Lacking', type });
    expect(message).toBe(`vendorTemplate.parameter.${key}: The value must not be empty.`);
  });

  test('rule 15: a template that is not there is refused without a reason', async () => {
    expect(await refusedTag({ name: 'No such', type: 'cvt_7001_99' })).toEqual({ status: 400, message: GENERIC });
    await tags.turn('unexplained', 'empty');
    expect(await refusedTag({ name: 'No such', type: 'nonsense' })).toEqual({ status: 400, message: '' });
    await tags.turn('unexplained', 'words');
  });

  test('rule 16: unknown parameters are kept in silence', async () => {
    const made = await make('tags', { name: 'Linker 2', type: 'gclidw', parameter: [text('enableEverything', 'yes')] });
    expect(made.parameter).toEqual([text('enableEverything', 'yes')]);
  });

  test('rule 17: a measurement id is the name of a Google tag', async () => {
    const tag = (name: string, reference: object) => ({
      name,
      type: 'gaawe',
      parameter: [text('eventName', 'x'), reference],
    });
    const message = 'vendorTemplate.parameter.measurementIdOverride: The value must not be empty.';
    expect(await refusedTag(tag('Literal', text('measurementId', 'G-ACME00001')))).toEqual({ status: 400, message });
    const reference = (value: string) => ({ type: 'tagReference', key: 'measurementId', value });
    expect(await refusedTag(tag('No such tag', reference('Goggle tag')))).toEqual({ status: 400, message });
    expect((await tags.call('POST', `${W1}/tags`, tag('By name', reference('Google tag')))).status).toBe(200);
  });
});

describe('triggers', () => {
  test('rule 19: a custom event has exactly one filter of its own', async () => {
    const message = 'customEventFilter: Custom-event trigger must have exactly one custom-event filter.';
    for (const body of [event(), event(EVENT, EVENT), { name: 'E', type: 'customEvent' }])
      expect(await refused('POST', `${W1}/triggers`, body)).toEqual({ status: 400, message });
  });

  test('rule 20: a condition without its first argument is answered with 500', async () => {
    const body = { name: 'P', type: 'pageview', filter: [condition(text('arg1', 'x'))] };
    expect((await refused('POST', `${W1}/triggers`, body)).status).toBe(500);
  });

  test('a condition on a built-in variable that is not enabled is stored without complaint', async () => {
    const filter = [condition(text('arg0', '{{Click URL}}'), text('arg1', 'x'))];
    expect((await tags.call('POST', `${W1}/triggers`, { name: 'Never', type: 'linkClick', filter })).status).toBe(200);
  });
});

describe('taking away', () => {
  test('rule 22: what is in use is not deleted', async () => {
    const trigger = await make('triggers', { name: 'Used', type: 'pageview' });
    const tag = await make('tags', html('User', { firingTriggerId: [trigger.triggerId] }));
    expect(await refused('DELETE', trigger.path)).toEqual({ status: 400, message: GENERIC });
    await tags.ask('PUT', tag.path, html('User'));
    expect((await tags.call('DELETE', trigger.path)).status).toBe(204);
    expect((await tags.call('DELETE', trigger.path)).status).toBe(404);
    const member = await make('triggers', { name: 'Member', type: 'pageview' });
    const cited = { type: 'triggerReference', value: member.triggerId };
    await make('triggers', {
      ...{ name: 'Group', type: 'triggerGroup' },
      parameter: [{ type: 'list', key: 'triggerIds', list: [cited] }],
    });
    expect(await refused('DELETE', member.path), 'of a group').toEqual({ status: 400, message: GENERIC });
    const template = await make('templates', { name: 'Own', templateData: '___INFO___' });
    const custom = await make('tags', { name: 'Custom', type: `cvt_7001_${template.templateId}` });
    await make('tags', html('After', { setupTag: [{ tagName: 'Custom' }] }));
    expect(await refused('DELETE', template.path)).toEqual({ status: 400, message: GENERIC });
    expect(await refused('DELETE', custom.path)).toEqual({ status: 400, message: GENERIC });
  });

  test('rule 24: a revert brings back what the version has', async () => {
    const { tag: all } = await tags.ask('GET', `${W1}/tags`);
    const before = all.find(({ name }: { name: string }) => name === 'Conversion linker');
    await tags.ask('DELETE', before.path);
    const back = await tags.ask('POST', `${before.path}:revert`);
    expect(back.tag).toMatchObject({ name: 'Conversion linker', parameter: before.parameter });
    const added = await make('tags', html('Only here'));
    expect((await refused('POST', `${added.path}:revert?fingerprint=1`)).status, 'a stale one').toBe(409);
    expect(await tags.ask('POST', `${added.path}:revert?fingerprint=${added.fingerprint}`)).toEqual({});
    expect((await tags.call('GET', added.path)).status).toBe(404);
  });

  test('a delete can be answered with an empty 200', async () => {
    const { path } = await make('folders', { name: 'Gone' });
    await tags.turn('delete_answer', '200');
    expect(await tags.call('DELETE', path)).toMatchObject({ status: 200, body: '' });
    await tags.turn('delete_answer', '204');
  });
});

describe('many at once', () => {
  test('rule 25: new items cite each other, in whatever order they come', async () => {
    const tag = html('Bulk tag', { tagId: 'new_3', firingTriggerId: ['new_2'], parentFolderId: 'new_1' });
    const { changes } = await tags.ask('POST', `${W1}/bulk_update`, {
      changes: [
        { changeStatus: 'added', tag },
        {
          changeStatus: 'added',
          trigger: { ...event(EVENT), name: 'Bulk event', triggerId: 'new_2', parentFolderId: 'new_1' },
        },
        { changeStatus: 'added', folder: { folderId: 'new_1', name: 'Bulk folder' } },
      ],
    });
    const [made, trigger, folder] = [changes[0].tag, changes[1].trigger, changes[2].folder];
    expect(made).toMatchObject({ firingTriggerId: [trigger.triggerId], parentFolderId: folder.folderId });
    expect(trigger.parentFolderId).toBe(folder.folderId);
  });

  test('rule 25: a tag may name a Google tag that comes after it', async () => {
    const reference = { type: 'tagReference', key: 'measurementId', value: 'Bulk Google tag' };
    const { changes } = await tags.ask('POST', `${W1}/bulk_update`, {
      changes: [
        {
          changeStatus: 'added',
          tag: { name: 'Bulk GA4', type: 'gaawe', parameter: [text('eventName', 'x'), reference] },
        },
        { changeStatus: 'added', tag: { name: 'Bulk Google tag', type: 'googtag', parameter: [text('tagId', 'G-1')] } },
      ],
    });
    expect(changes.map((change: { tag: { name: string } }) => change.tag.name)).toEqual([
      'Bulk GA4',
      'Bulk Google tag',
    ]);
  });

  test('rule 25: one bad change leaves nothing behind', async () => {
    const changes = [
      { changeStatus: 'added', folder: { folderId: 'new_1', name: 'Half' } },
      { changeStatus: 'added', tag: { tagId: 'new_2', name: 'Half', type: 'html' } },
    ];
    expect((await refused('POST', `${W1}/bulk_update`, { changes })).status).toBe(400);
    expect((await refused('POST', `${W1}/bulk_update`, { changes: [], more: 1 })).message).toContain('"more"');
    const { folder } = await tags.ask('GET', `${W1}/folders`);
    expect(folder.map(({ name }: { name: string }) => name)).not.toContain('Half');
  });
});

describe('every change', () => {
  test('is in the ledger, once, with its path', async () => {
    const { path, tagId } = await make('tags', html('Recorded'));
    await tags.ask('PUT', path, html('Recorded again'));
    await tags.ask('DELETE', path);
    const effects = (await tags.ledger({ resource: 'tag', id: tagId })).filter(
      ({ detail }) => (detail as { path: string }).path === path,
    );
    expect(effects.map(({ kind }) => kind)).toEqual(['create', 'update', 'delete']);
  });

  test('that is accepted and not applied leaves nothing', async () => {
    await tags.control('POST', '/faults', { platform: 'tags', kind: 'accepted_not_applied', match: 'POST .*/tags$' });
    const made = await make('tags', html('Lost on the way'));
    expect(made.tagId).toBeTruthy();
    expect((await tags.call('GET', made.path)).status).toBe(404);
  });

  test.each([
    ['throttle', 429],
    ['expired_token', 401],
    ['refused', 403],
    ['server_error', 500],
    ['unavailable', 503],
  ])('can be met by the fault %s', async (kind, status) => {
    await tags.control('POST', '/faults', { platform: 'tags', kind, match: 'GET .*/tags$' });
    const reply = await tags.call('GET', `${C1}/workspaces/1/tags`);
    expect(reply).toMatchObject({ status, body: { error: { code: status, errors: [{ domain: 'global' }] } } });
  });
});

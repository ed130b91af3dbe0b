import { expect, test } from 'vitest';
import { condition, contentsWith, template } from '../../resources/containers/contents.testing.ts';
import type { Connected } from './accounts.ts';
import { audited } from './audit.ts';
import type { AuditFinding } from './finding.ts';
import { ALL_PAGES, type Container, clean, FLAWS, firingOn, html, NOW, pageview } from './flawed-containers.testing.ts';

const NOBODY: Connected = { channels: [], awaited: [] };

async function findings(change: (container: Container) => void, connected = NOBODY): Promise<AuditFinding[]> {
  const container: Container = clean();
  change(container);
  const { findings: found } = await audited(contentsWith(container), { now: NOW, isServer: false, connected });
  return found;
}

test('a container without a flaw has no finding', async () => {
  expect(await findings(() => {})).toEqual([]);
});

test.each(FLAWS)('%s is the one finding', async (_, flaw, expected) => {
  const found = await findings(flaw);
  expect(found.map(({ kind }) => kind)).toEqual([expected.kind]);
  const { objects, ...rest } = expected;
  expect(found[0]).toMatchObject(rest);
  if (objects) expect(found[0]!.objects.map(({ kind, id }) => `${kind} ${id}`)).toEqual(objects);
});

test('of the hosts that custom HTML names, eight are listed and the others counted', async () => {
  const code = Array.from({ length: 11 }, (_, at) => `<img src="https://h${at}.example.com/x">`).join('');
  const found = await findings(({ tag }) => tag.push(html('9', code)));
  const { what } = found.find(({ kind }) => kind === 'custom_html')!;
  expect(what.match(/example\.com/g)).toHaveLength(8);
  expect(what).toContain(' and 3 more');
});

test('custom HTML is listed with its size and hosts, and what harms in it is told', async () => {
  const code = '<script src="http://cdn.example/a.js"></script><script>document.write("//img.example/x")</script>';
  const found = await findings(({ tag }) => tag.push(html('9', code)));
  expect(found.map(({ kind }) => kind)).toEqual(['insecure_script', 'document_write', 'custom_html']);
  expect(found[2]!.what).toContain(`${code.length} bytes that names cdn.example, img.example`);
});

test('a pixel in custom HTML needs consent as any other', async () => {
  const pixel = `<script>fbq('init','123');fbq('track','Lead');</script>`;
  const found = await findings(({ tag }) =>
    tag.push(html('9', pixel, { consentSettings: { consentStatus: 'notSet' } })),
  );
  expect(found.map(({ kind, severity }) => [kind, severity])).toEqual([
    ['missing_consent', 'high'],
    ['custom_html', 'low'],
  ]);
});

test('an Ads tag leaves consent to the consent mode that a tag of the container sets up', async () => {
  const found = await findings(({ tag }) => {
    tag[3]!.consentSettings = { consentStatus: 'notSet' };
    tag.push({ ...firingOn('2147479572'), name: 'Consent banner' });
  });
  expect(found).toEqual([]);
});

const CODE = {
  base: `!function(f){if(f.fbq)return;f.fbq=function(){}}(window);fbq('init','123');`,
  loop: `<script>if (location.pathname === '/thanks') { fbq('track', 'Purchase'); }</script>`,
};

test('a purchase under a condition of its own code is not told on every page', async () => {
  const wide = { firingTriggerId: [ALL_PAGES] };
  const guarded = await findings(({ tag }) => tag.push(html('9', CODE.loop, wide)));
  expect(guarded.map(({ kind }) => kind)).toEqual(['custom_html']);
  const open = await findings(({ tag }) =>
    tag.push(html('9', `<script>${CODE.base}fbq('track','Purchase');</script>`, wide)),
  );
  expect(open.map(({ kind }) => kind)).toEqual(['purchase_on_every_page', 'custom_html']);
});

test('what is called by another tag, blocked otherwise or waits for later is no flaw', async () => {
  const found = await findings(({ tag, trigger, builtInVariable }) => {
    builtInVariable.push({ type: 'clickUrl', name: 'Click URL' }, { type: 'event', name: 'Event' });
    trigger.push(
      { triggerId: '2', name: 'Link', type: 'linkClick', filter: [condition('contains', '{{Click URL}}', 'x')] },
      pageview('3', condition('equals', '{{Nowhere}}', 'x', { negate: 'true' })),
      {
        triggerId: '4',
        name: 'Group',
        type: 'triggerGroup',
        parameter: [{ type: 'list', key: 'triggerIds', list: [{ type: 'triggerReference', value: '2' }] }],
      },
    );
    tag.push(
      { ...firingOn(), tagId: '20', name: 'Called' },
      { ...firingOn('4'), setupTag: [{ tagName: 'Called' }] },
      { ...firingOn('1'), tagId: '21', name: 'Half blocked', type: 'cvt_1_2', blockingTriggerId: ['2'] },
      { ...firingOn('1'), tagId: '22', name: 'Later', type: 'cvt_1_3', scheduleStartMs: String(NOW + 1) },
    );
  });
  // The negated condition holds, but its variable is still not there, and its trigger has no tag.
  expect(found.map(({ kind }) => kind)).toEqual(['missing_variable', 'unused_trigger']);
});

test('what a template, a table or a group uses is used', async () => {
  const found = await findings((container) => {
    const { variable, tag } = container;
    variable.push(
      { variableId: '8', name: 'In template', type: 'c', parameter: [template('value', '1')] },
      { variableId: '9', name: 'In table', type: 'v', parameter: [template('name', 'country')] },
      {
        variableId: '10',
        name: 'Table',
        type: 'smm',
        parameter: [template('input', '{{In table}}'), { type: 'list', key: 'map', list: [] }],
      },
    );
    tag.push({ ...firingOn('1'), parameter: [template('x', '{{Table}}')] });
    container.customTemplate = [
      { templateId: '1', containerId: '1', name: 'Own', templateData: 'default: {{In template}}' },
    ];
  });
  expect(found).toEqual([]);
});

const SEARCH = {
  ...{ channel: 'search', account: '111', takes_events: false },
  ...{
    id: '5',
    name: 'Purchase',
    events: ['purchase', 'Purchase'],
    tag: { id: 'AW-123456789', label: 'AbC-D_efG', awaited: true },
  },
};
const connected = (...awaited: Connected['awaited']): Connected => ({
  channels: [...new Set(awaited.map(({ channel }) => channel))],
  awaited,
});

test('ids are held against the connected accounts', async () => {
  expect(await findings(() => {}, connected(SEARCH))).toEqual([]);
  const other = { ...SEARCH, tag: { ...SEARCH.tag, id: 'AW-1', awaited: false } };
  expect(await findings(() => {}, connected(other))).toMatchObject([
    {
      kind: 'unknown_account',
      what: expect.stringContaining('AW-123456789, which is not of the connected search account 111'),
    },
  ]);
  const label = { ...SEARCH, tag: { ...SEARCH.tag, label: 'other', awaited: false } };
  expect(await findings(() => {}, connected(label))).toMatchObject([
    { what: expect.stringContaining('label AbC-D_efG') },
  ]);
  // A channel that could not be read says nothing.
  expect(await findings(() => {}, { channels: [], awaited: [other] })).toEqual([]);
});

test('a conversion that an account waits for and no tag sends is told, unless a variable decides', async () => {
  const signUp = { ...SEARCH, id: '6', name: 'Sign-up', events: ['sign_up'], tag: { ...SEARCH.tag, label: 'sIgN-Up' } };
  const found = await findings(() => {}, connected(SEARCH, signUp));
  expect(found).toMatchObject([
    {
      kind: 'conversion_without_tag',
      severity: 'medium',
      mend: {
        tool: 'create_conversion_tag',
        arguments: { platforms: [{ platform: 'search', destination: 'AW-123456789/sIgN-Up' }], event: 'sign_up' },
      },
    },
  ]);
  const decided = await audited(
    contentsWith({
      ...clean(),
      tag: clean().tag.map((tag) =>
        tag.tagId === '4'
          ? { ...tag, parameter: [template('conversionId', '123456789'), template('conversionLabel', '{{DLV value}}')] }
          : tag,
      ),
    }),
    { now: NOW, isServer: false, connected: connected(SEARCH, signUp) },
  );
  expect(decided).toEqual({ findings: [], unsure: ['search'] });
});

test('the order is the same whatever order the container is in', async () => {
  const flaws = FLAWS.filter(([name]) => /paused|unused|gone|no variable/.test(name));
  const all = async (order: readonly (typeof FLAWS)[number][]) => {
    const container = clean();
    for (const [, flaw] of order) flaw(container);
    container.tag = container.tag.map((tag, at) => ({
      ...tag,
      tagId: tag.tagId === '9' ? `9${at}` : tag.tagId,
      name: `${tag.name} ${tag.tagId}`,
    }));
    return audited(contentsWith(container), { now: NOW, isServer: false, connected: NOBODY });
  };
  const { findings: found } = await all(flaws);
  const severities = found.map(({ severity }) => ['high', 'medium', 'low'].indexOf(severity));
  expect(severities).toEqual(severities.toSorted());
  const container = contentsWith(clean());
  const reversed = { ...container, tags: container.tags.toReversed(), variables: container.variables.toReversed() };
  const [one, other] = await Promise.all(
    [container, reversed].map((contents) =>
      audited({ ...contents, builtIns: [] }, { now: NOW, isServer: false, connected: NOBODY }),
    ),
  );
  expect(one).toEqual(other);
});

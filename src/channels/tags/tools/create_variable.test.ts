import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ACME, ownDraft } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, requests } = sandbox;
beforeAll(() => ownDraft(sandbox));
beforeEach(() => sandbox.passTime(60_000));

test('a data layer variable reads the second version of the data layer', async () => {
  const { variable } = await call('create_variable', {
    ...{ ...ACME, name: 'DLV plan', type: 'data layer', parameters: { name: 'order.plan' } },
    format: { caseConversionType: 'lowercase', convertUndefinedToValue: 'none' },
  });
  expect(variable).toMatchObject({
    ...{ variable_id: expect.any(String), type: 'v', parameters: { name: 'order.plan', dataLayerVersion: '2' } },
    format: { caseConversionType: 'lowercase', convertUndefinedToValue: 'none' },
  });
  const sent = (await requests()).findLast(({ method, path }) => method === 'POST' && path.endsWith('/variables'))!;
  expect(JSON.parse(sent.request_body!).parameter).toContainEqual({
    type: 'integer',
    key: 'dataLayerVersion',
    value: '2',
  });
});

test('a table is made of plain rows', async () => {
  const { variable } = await call('create_variable', {
    ...{ ...ACME, name: 'Pixel by host', type: 'smm' },
    parameters: { input: '{{Page Hostname}}', map: [{ key: 'acme.example', value: '1' }], defaultValue: '0' },
  });
  expect(variable.parameters.map).toEqual([{ key: 'acme.example', value: '1' }]);
});

test('built-in variables are enabled by name or type, and again without harm', async () => {
  const asked = { ...ACME, built_ins: ['Click Text', 'clickUrl'] };
  expect(await call('create_variable', asked)).toMatchObject({ built_ins: ['Click Text', 'Click URL'] });
  expect(await call('create_variable', asked)).toMatchObject({ built_ins: ['Click Text', 'Click URL'] });
});

test.each([
  [{ name: 'X', type: 'v' }, 'parameters.name', /required/],
  [{ name: 'X', type: 'c', parameters: { value: '' } }, 'parameters.value', /must not be empty/],
  [{ name: 'X', type: 'v', parameters: { nam: 'x' } }, 'parameters.nam', /did you mean name/],
  [{ name: '{{X}}', type: 'c', parameters: { value: '1' } }, 'name', /without/],
  [{ type: 'c', parameters: { value: '1' } }, 'name', /required/],
  [{ built_ins: ['Clck'] }, 'built_ins.0', /built-in/],
  [{ name: 'X', type: 'u', parameters: { component: 'path' } }, 'parameters.component', /PATH/],
  [{ built_ins: ['Click URL'], enabled_by: ['All Pages'] }, 'enabled_by', /built_ins/],
  [{ built_ins: ['Click URL'], disabled_by: ['All Pages'] }, 'disabled_by', /built_ins/],
  [{ built_ins: ['Click URL'], allow_unknown_parameters: true }, 'allow_unknown_parameters', /built_ins/],
  [{ name: 'X', type: 'c', parameters: [{ type: 'list', key: 'x', list: 'abc' }] }, 'parameters', /record/],
  [{ name: 'X', type: 'c', parameters: [{ type: 'list', key: 'x', list: [null] }] }, 'parameters', /record/],
  [{ name: 'X', type: 'c', parameters: [{ type: 'map', key: 'x', map: { a: 1 } }] }, 'parameters', /record/],
])('%j is refused by name', async (fields, field, message) => {
  const error = await refusal('create_variable', { ...ACME, ...fields });
  expect(error).toMatchObject({ code: 'invalid_arguments', field });
  expect(JSON.stringify(error)).toMatch(message);
});

test('built-in variables of a server container are switched on and off by name', async () => {
  const server = { container_id: '7002', tag_workspace_id: '1' };
  expect(await call('create_variable', { ...server, built_ins: ['Client Name', 'Query String'] })).toMatchObject({
    built_ins: ['Client Name', 'Query String'],
  });
  const sent = (await requests()).findLast(({ method, path }) => method === 'POST' && /built_in_variables/.test(path))!;
  expect(new URLSearchParams(sent.query).getAll('type')).toEqual(['clientName', 'queryString']);
  const off = { ...server, kind: 'built_in_variable', id: 'Query String' };
  expect(await call('delete_tag_object', off)).toMatchObject({ deleted: { id: 'queryString' } });
  const filter = [{ variable: 'Query String', is: 'contains', value: 'x' }];
  const asked = { ...server, name: 'By query', type: 'always', filter };
  const refused = await refusal('create_trigger', asked);
  expect(refused.message).toContain('create_variable {"built_ins": ["Query String"]}');
  await call('create_variable', { ...server, built_ins: ['Query String', 'Page URL'] });
  const again = (await requests()).findLast(
    ({ method, path }) => method === 'POST' && /built_in_variables/.test(path),
  )!;
  expect(new URLSearchParams(again.query).getAll('type')).toEqual(['queryString', 'serverPageLocationUrl']);
  expect(await refusal('create_variable', { ...ACME, built_ins: ['Query String'] }), 'a web container').toMatchObject({
    field: 'built_ins.0',
  });
});

test('a default value is used: it is switched on beside it', async () => {
  const parameters = { name: 'order.currency', defaultValue: 'EUR' };
  const { variable } = await call('create_variable', { ...ACME, name: 'DLV order currency', type: 'v', parameters });
  expect(variable.parameters).toMatchObject({ ...parameters, setDefaultValue: true });
});

test('the name of an enabled built-in variable is taken', async () => {
  expect(
    await refusal('create_variable', { ...ACME, name: 'Page URL', type: 'c', parameters: { value: '1' } }),
  ).toMatchObject({ code: 'conflict', message: expect.stringContaining('built-in') });
});

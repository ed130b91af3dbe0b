import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME } from '../seed.ts';
import { nodeTypes } from './registry.ts';

const SDK = new URL('../../../../node_modules/facebook-nodejs-business-sdk/src/objects/', import.meta.url);

/** The SDK's modules for the kinds of nodes there are here; it says next to nothing about videos. */
const MODULES = {
  Ad: 'ad',
  AdAccount: 'ad-account',
  AdCreative: 'ad-creative',
  AdImage: 'ad-image',
  AdLabel: 'ad-label',
  AdReportRun: 'ad-report-run',
  AdSet: 'ad-set',
  AdsPixel: 'ads-pixel',
  Application: 'application',
  Business: 'business',
  Campaign: 'campaign',
  CustomAudience: 'custom-audience',
  CustomConversion: 'custom-conversion',
  InstagramMedia: 'ig-media',
  InstagramUser: 'ig-user',
  Lead: 'lead',
  LeadgenForm: 'leadgen-form',
  Page: 'page',
  PagePost: 'page-post',
  ProductCatalog: 'product-catalog',
  ProductSet: 'product-set',
  SystemUser: 'system-user',
  User: 'user',
};

function namesIn(module: string): Record<string, string[]> {
  const source = readFileSync(new URL(`${module}.js`, SDK), 'utf8');
  const [, fields = ''] = /static get Fields[^{]*\{\s*return Object\.freeze\(\{([^}]*)\}/.exec(source) ?? [];
  const edges = (method: string) =>
    [...source.matchAll(new RegExp(`${method}\\(([^;]*?)\\);`, 'g'))].flatMap(
      ([, call]) => /'\/(\w+)'/.exec(call!)?.[1] ?? [],
    );
  return {
    fields: [...fields.matchAll(/: '(\w+)'/g)].map(([, name]) => name!),
    GET: edges('getEdge'),
    POST: [...(/^ {2}update \(/m.test(source) ? ['.'] : []), ...edges('createEdge')],
    DELETE: [...(/^ {2}delete \(/m.test(source) ? ['.'] : []), ...edges('super\\.delete')],
  };
}

test('the names are those of the official SDK', async () => {
  const lines = Object.entries(MODULES).flatMap(([kind, module]) =>
    Object.entries(namesIn(module))
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => `${kind} ${what} ${[...new Set(names)].sort().join(' ')}`),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./platform-names.txt');
});

/** Documented since the SDK was published, or, for a picture, an edge that can be read like a field. */
const BEYOND_THE_SDK = [
  'AdReportRun.error_message',
  'AdReportRun.error_subcode',
  'AdReportRun.error_user_msg',
  'AdReportRun.error_user_title',
  'InstagramUser.profile_pic',
  'Page.picture',
  'SystemUser.role',
];

test('no node has a field that the platform does not have', () => {
  const odd = Object.entries(MODULES).flatMap(([kind, module]) => {
    const { fields } = namesIn(module);
    const here = Object.keys(nodeTypes[kind as keyof typeof MODULES].fields);
    return here.filter((name) => !fields!.includes(name)).map((name) => `${kind}.${name}`);
  });
  expect(odd.sort()).toEqual(BEYOND_THE_SDK);
});

describe('what the platform has and the sandbox has not', () => {
  const graph = socialForTests();
  const lacking = async (method: string, path: string, params = {}) => {
    const { status, body } = await graph.send(method, path, params);
    return [status, body.error.type, body.error.message];
  };

  test.each([
    ['GET', `${US}/adrules_library`, {}, 'GET /act_{ad-account-id}/adrules_library'],
    ['POST', `${US}/adrules_library`, {}, 'POST /act_{ad-account-id}/adrules_library'],
    ['POST', US, { name: 'New name' }, 'POST /act_{ad-account-id}'],
    ['GET', ACCOUNTS.us.page, { fields: 'name,website' }, 'the field website of Page'],
    ['GET', `${ACME.business}/owned_pixels`, {}, 'GET /{business-id}/owned_pixels'],
    ['GET', 'search', { type: 'adgeolocationmeta' }, 'GET /search?type=adgeolocationmeta'],
  ])('is said to be so: %s %s', async (method, path, params, what) => {
    expect(await lacking(method, path, params)).toEqual([
      501,
      'SandboxException',
      `The sandbox does not have ${what}. The platform does.`,
    ]);
  });

  test.each([
    ['GET', US, { fields: 'tasks' }, 100, '(#100) Tried accessing nonexisting field (tasks) on node type (AdAccount)'],
    ['GET', `${US}/foo`, {}, 2500, 'Unknown path components: /foo'],
  ])('is told from what neither has: %s %s', async (method, path, params, code, message) => {
    expect(await graph.refused(method, path, params)).toMatchObject({ code, message });
  });
});

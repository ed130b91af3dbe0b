import { expect, test } from 'vitest';
import { startPlatform } from '../../platform.testing.ts';
import { startSearch } from '../../search/calls.testing.ts';
import { compiles } from '../rules/compile.ts';
import type { Content, Version } from '../state/shapes.ts';
import { Store } from '../state.ts';

const parameterOf = (content: Content, name: string, key: string) => {
  const tag = content.tag.find((one) => one.name === name)!;
  return (tag.parameter as { key: string; value: string }[]).find((one) => one.key === key)!.value;
};

async function liveVersion(): Promise<Version> {
  const platform = await startPlatform('tags');
  const version = new Store(platform.world).find('version', 'accounts/6001000001/containers/7001/versions/12')!;
  await platform.close();
  return version;
}

test('the website reports one conversion that the advertiser has, and one that does not exist', async () => {
  const { content } = await liveVersion();
  const search = await startSearch({});
  const { body } = await search.search(
    "SELECT conversion_action.tag_snippets FROM conversion_action WHERE conversion_action.name = 'Purchase'",
  );
  await search.close();
  const snippet = body.results[0].conversionAction.tagSnippets[0].eventSnippet;
  const sentBy = (name: string) =>
    `AW-${parameterOf(content, name, 'conversionId')}/${parameterOf(content, name, 'conversionLabel')}'`;
  expect(snippet).toContain(sentBy('Ads - purchase'));
  expect(snippet).toContain(sentBy('Ads - purchase (agency)'));
  expect(snippet).not.toContain(sentBy('Ads - purchase old shop'));
});

test('the website has the pixel of the company', async () => {
  const { content } = await liveVersion();
  const social = await startPlatform('social');
  const pixel = social.world.db.prepare("SELECT id FROM social_objects WHERE kind = 'AdsPixel' AND account = ?");
  const { id } = pixel.get('act_1001000000000001')!;
  await social.close();
  expect(parameterOf(content, 'Meta - base', 'html')).toContain(`fbq('init','${id}')`);
});

test('every seeded version compiles, though one has a tag that never fires', async () => {
  const platform = await startPlatform('tags');
  const versions = new Store(platform.world).list('version');
  await platform.close();
  expect(versions.filter(({ content }) => !compiles(content))).toEqual([]);
  expect(versions.length).toBeGreaterThan(180);
});

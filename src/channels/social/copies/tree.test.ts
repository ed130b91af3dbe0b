import { expect, test } from 'vitest';
import type { SocialClient } from '../client.ts';
import { CREATIVE_CONTENT } from '../wire.ts';
import { fieldsLike } from './creative.ts';
import { AD_COPY, AD_SET_COPY, CAMPAIGN_COPY } from './fields.ts';
import { copyTree } from './tree.ts';

interface Step {
  name: string;
  depends_on?: string;
  relative_url: string;
}
const made = (id: string) => ({ code: 200, body: JSON.stringify({ id }) });
const refused = (code: number) => ({ code, body: JSON.stringify({ error: { message: 'no', code: 100, type: 'x' } }) });
const missing = {
  code: 404,
  body: JSON.stringify({ error: { message: 'gone', code: 100, error_subcode: 33, type: 'x' } }),
};

/** A campaign of two ad sets, whose copy the platform answers with these. */
function platform(answers: (step: Step) => object, read: (id: string) => object = made) {
  const set = (id: string) => ({ id, account_id: '1', campaign_id: '2', name: id, daily_budget: '500' });
  const asked: Step[][] = [];
  const client = {
    session: { platformNow: () => 0 },
    currency: async () => 'USD',
    foreignTo: () => undefined,
    node: async () => CAMPAIGN_COPY.schema.parse({ id: '2', account_id: '1', name: 'c' }),
    list: async (kind: unknown) => ({
      items:
        kind === AD_SET_COPY
          ? [set('4'), set('3')].map((one) => AD_SET_COPY.schema.parse(one))
          : [AD_COPY.schema.parse({ id: '5', account_id: '1', adset_id: '3', name: 'ad' })],
    }),
    change: async (_: string, { batch }: { batch: Step[] }) => {
      asked.push(batch);
      return batch.map(answers);
    },
    ask: async (_: string, { batch }: { batch: Step[] }) =>
      batch.map(({ relative_url }) => read(/\/(\w+)\?/.exec(relative_url)![1]!)),
  } as unknown as SocialClient;
  const copy = () => copyTree(client, { level: 'campaign', id: '2', account: '1' }, {}, true);
  return { copy, asked };
}

test('ad sets are made one after the other: the platform does not take those of one campaign side by side', async () => {
  const { copy, asked } = platform(({ name }) => made(`new ${name}`));
  expect((await copy()).copied).toHaveLength(4);
  expect(asked[0]!.map(({ name, depends_on }) => [name, depends_on])).toEqual([
    ['top', undefined],
    ['adset0', undefined],
    ['adset1', 'adset0'],
    ['ad0', undefined],
  ]);
});

test('a copy that was accepted and is not there counts as not copied', async () => {
  const { copy } = platform(
    ({ name }) => made(`new${name}`),
    (id) => (id === 'newad0' ? missing : { code: 200, body: JSON.stringify({ id, account_id: '1' }) }),
  );
  const { copied, not_copied } = await copy();
  expect(copied.map(({ source_id }) => source_id)).toEqual(['2', '3', '4']);
  expect(not_copied).toEqual([{ source_id: '5', message: expect.stringContaining('it is not there') }]);
});

test('where the campaign itself is refused, the whole copy is', async () => {
  await expect(platform(() => refused(400)).copy()).rejects.toMatchObject({ details: { message: expect.any(String) } });
});

test('of a picture that is shown by hash and address the hash is sent, and lists of another length are taken whole', () => {
  const link_data = { link: 'https://a.example', image_hash: 'h', picture: 'https://cdn.example/p.png', message: 'm' };
  const held = CREATIVE_CONTENT.schema.parse({
    id: '9',
    account_id: '1',
    name: 'n',
    object_story_spec: { page_id: '7', link_data },
    degrees_of_freedom_spec: {
      creative_features_spec: {
        adapt_to_placement: { enroll_status: 'OPT_IN' },
        image_templates: { enroll_status: 'OPT_OUT' },
      },
    },
    url_tags: 'a=1',
  });
  const same = { name: 'n', page_id: '7', link_url: 'https://a.example', image_hash: 'h', message: 'm' };
  const fields = fieldsLike(held, { ...same, url_tags: 'a=1' } as never);
  expect(JSON.stringify(fields)).not.toContain('cdn.example');
  expect(fields).toMatchObject({ url_tags: 'a=1', object_story_spec: { link_data: { image_hash: 'h' } } });
  expect(JSON.stringify(fields)).not.toContain('adapt_to_placement');
  expect(JSON.stringify(fields)).toContain('image_templates');

  const cards = (...links: string[]) => links.map((link) => ({ link, name: link }));
  const carousel = CREATIVE_CONTENT.schema.parse({
    id: '9',
    account_id: '1',
    name: 'n',
    object_story_spec: {
      page_id: '7',
      link_data: { link: 'https://a.example', child_attachments: cards('x', 'y', 'z') },
    },
  });
  const two = {
    name: 'n',
    page_id: '7',
    link_url: 'https://a.example',
    cards: [
      { link_url: 'x', headline: 'x' },
      { link_url: 'z', headline: 'z' },
    ],
  };
  const changed = fieldsLike(carousel, two as never) as {
    object_story_spec: { link_data: { child_attachments: { link: string }[] } };
  };
  expect(changed.object_story_spec.link_data.child_attachments.map(({ link }) => link)).toEqual(['x', 'z']);
});

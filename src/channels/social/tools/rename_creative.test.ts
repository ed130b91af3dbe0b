import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('changes name and labels, and nothing of the content', async () => {
  const { creative } = await call('create_ad_creative', {
    name: 'old',
    page_id: '101000000000001',
    link_url: 'https://acme.example/x',
    picture: 'https://acme.example/x.png',
    message: 'kept',
  });
  const renamed = await call('rename_creative', {
    creative_id: creative.id,
    name: 'new',
    adlabels: ['spring', 'test'],
  });
  expect(renamed.applied).toEqual({
    name: { from: 'old', to: 'new' },
    adlabels: { from: [], to: ['spring', 'test'] },
  });
  expect(renamed.creative).toMatchObject({ name: 'new', message: 'kept' });
  expect(await refusal('rename_creative', { creative_id: creative.id })).toMatchObject({ field: 'name' });
});

import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { PIXEL } from '../resources/file.testing.ts';

const { call, refusal } = sandboxed('professional');

test('an image can be used when the tool returns', async () => {
  const { image } = await call('upload_professional_image', { organization_id: '3000001', image_base64: PIXEL });
  expect(image).toMatchObject({ status: 'AVAILABLE', organization_id: '3000001' });
  expect(image.id).toMatch(/^urn:li:image:/);
});

test('what is no image, and a page of others, are refused', async () => {
  const text = Buffer.from('no image').toString('base64');
  expect(await refusal('upload_professional_image', { organization_id: '3000001', image_base64: text })).toMatchObject({
    field: 'image_base64',
  });
  expect(await refusal('upload_professional_image', { organization_id: '3000002', image_base64: PIXEL })).toMatchObject(
    {
      code: 'permission_denied',
    },
  );
});

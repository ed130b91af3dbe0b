import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [], settings: { ADHELM_PUBLIC_URL: 'https://ads.example.com' } });
});
afterAll(() => service?.close());

test('the API description is valid, titled as promised, and names both addresses', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    info: unknown;
    servers: unknown;
    paths: Record<string, unknown>;
  };
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.info).toMatchObject({ title: 'Multi-Source Ads API', version: '1.0.0' });
  expect(document.servers).toEqual([
    { url: 'https://ads.example.com', description: 'Production' },
    { url: service.url, description: 'Local development' },
  ]);
  expect(Object.keys(document.paths)).toContain('/workspace/mcp#list_workspaces');
  expect(Object.keys(document.paths)).toContain('/search/mcp#get_customer');
});

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

test('every result is typed: what a success holds, what a failure holds', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as any;
  const operations = Object.entries(document.paths).filter(([path]) => path.includes('#'));
  expect(operations.length).toBeGreaterThan(50);
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  for (const [path, { post }] of operations as [string, any][]) {
    const [worked, failed] = post.responses['200'].content['application/json'].schema.oneOf;
    const textOf = (reply: typeof worked) => reply.properties.result.properties.content.items.properties.text;
    const named = (reference: string) => document.components.schemas[reference.replace('#/components/schemas/', '')];
    expect(textOf(worked)).toMatchObject({ type: 'string', contentMediaType: 'application/json' });
    expect(Object.keys(named(textOf(worked).contentSchema.$ref).properties ?? {}), path).not.toEqual([]);
    expect(worked.properties.result.properties.structuredContent).toEqual(textOf(worked).contentSchema);
    expect(failed.properties.result.properties.isError).toEqual({ const: true });
    const failure = named(textOf(failed).contentSchema.$ref);
    expect(named(failure.properties.error.$ref).required).toContain('next_step');
  }
});

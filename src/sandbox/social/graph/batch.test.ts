import { describe, expect, test } from 'vitest';
import { good, socialForTests, US } from '../calls.testing.ts';
import { ACME } from '../seed.ts';

const graph = socialForTests();

interface Slot {
  code: number;
  headers?: { name: string; value: string }[];
  body: string;
}

async function batch(items: unknown[], more: Record<string, string> = {}): Promise<(Slot | null)[]> {
  const body = new URLSearchParams({ access_token: ACME.token, batch: JSON.stringify(items), ...more });
  return (await (await fetch(`${graph.origin}/`, { method: 'POST', body })).json()) as (Slot | null)[];
}

describe('a batch', () => {
  test('answers in order, each with its own code', async () => {
    const [good, bad] = await batch([
      { method: 'GET', relative_url: `v26.0/${US}?fields=name` },
      { method: 'GET', relative_url: '1' },
    ]);
    expect(good).toMatchObject({ code: 200 });
    expect(JSON.parse(good!.body)).toMatchObject({ name: 'Acme US' });
    expect(good!.headers!.some(({ name }) => name === 'x-ad-account-usage')).toBe(true);
    expect(bad).toMatchObject({ code: 400 });
  });

  test('hands results on and leaves out what was only needed for that', async () => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...good.campaign, name: 'Batch' })) {
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const [made, read] = await batch([
      { method: 'POST', relative_url: `${US}/campaigns`, body: String(body), name: 'made' },
      { method: 'GET', relative_url: '{result=made:$.id}?fields=name' },
    ]);
    expect(made).toBeNull();
    expect(JSON.parse(read!.body)).toMatchObject({ name: 'Batch' });
  });

  test('fails what depends on a failure', async () => {
    const [, dependent] = await batch([
      { method: 'GET', relative_url: '1', name: 'lost' },
      { method: 'GET', relative_url: '{result=lost:$.id}' },
    ]);
    expect(JSON.parse(dependent!.body).error.type).toBe('GraphBatchException');
  });

  test('takes fifty operations and no more', async () => {
    const items = Array.from({ length: 51 }, () => ({ method: 'GET', relative_url: US }));
    expect(await batch(items.slice(1), { include_headers: 'false' })).toHaveLength(50);
    expect(await batch(items)).toMatchObject({ error: { type: 'GraphBatchException' } });
  });
});

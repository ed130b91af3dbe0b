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

  test.each([
    ['a word', 'GET'],
    ['no method', { relative_url: US }],
    ['no address', { method: 'GET' }],
  ])('is refused as a whole with %s in it', async (_, item) => {
    const whole = { method: 'GET', relative_url: US };
    expect(await batch([whole, item])).toMatchObject({
      error: { code: 100, type: 'GraphBatchException', message: 'Each batch item needs method and relative_url' },
    });
    expect(await batch([whole])).toMatchObject([{ code: 200 }]);
  });

  test('answers a call of an unknown method, and of an address that cannot be read, by itself', async () => {
    const [patch, unreadable, fine] = await batch([
      { method: 'PATCH', relative_url: US },
      { method: 'GET', relative_url: '%E0%A4%A' },
      { method: 'GET', relative_url: US },
    ]);
    expect(JSON.parse(patch!.body).error).toMatchObject({ code: 100, message: '(#100) Unsupported method PATCH' });
    expect(JSON.parse(unreadable!.body).error).toMatchObject({ code: 100, error_subcode: 33 });
    expect(fine).toMatchObject({ code: 200 });
  });

  test('hands on lists, and nothing of what is not there', async () => {
    const [list, ...read] = await batch([
      {
        method: 'GET',
        relative_url: 'search?type=adinterest&q=r&limit=3',
        name: 'list',
        omit_response_on_success: false,
      },
      { method: 'GET', relative_url: 'search?type=adinterestvalid&interest_fbid_list={result=list:$.data.*.id}' },
      {
        method: 'GET',
        relative_url:
          'search?type=adinterestvalid&interest_fbid_list={result=list:$.data[1].id},{result=list:$.data.0.id.x}',
      },
    ]);
    const ids = JSON.parse(list!.body).data.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(3);
    const found = read.map((slot) => JSON.parse(slot!.body).data.map(({ id }: { id: string }) => id));
    expect(found).toEqual([ids, [ids[1]]]);
  });

  test('gives files only to the calls they are attached to', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const form = new FormData();
    const item = { method: 'POST', relative_url: `${US}/adimages` };
    form.set('access_token', ACME.token);
    form.set('batch', JSON.stringify([item, { ...item, attached_files: 'other, picture' }]));
    form.set('picture', new Blob([png]), 'p.png');
    const reply = await fetch(`${graph.origin}/`, { method: 'POST', body: form });
    const [without, attached] = (await reply.json()) as Slot[];
    expect(without).toMatchObject({ code: 400 });
    expect(JSON.parse(attached!.body).images['p.png']).toMatchObject({ width: 1, height: 1 });
  });
});

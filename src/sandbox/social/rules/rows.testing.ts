import { expect, test } from 'vitest';
import type { Body, Params, SocialSandbox } from '../calls.testing.ts';

/**
 * One rule: what breaks it, the subcode of the refusal (or the whole `[code, subcode]`, or `none` where the platform gives no
 * subcode), and what is right instead. Titles begin with `rule N`, which the list of rules is held to.
 */
export type RuleRow = [title: string, wrong: Params, error: number | [number, number?] | 'none', right?: Params];

/** Sends each row twice: the wrong request has to be refused as said, the right one to pass its validation. */
export function testRules(
  graph: Pick<SocialSandbox, 'send' | 'refused'>,
  rows: readonly RuleRow[],
  request: (params: Params) => Promise<{ path: string; params: Params }>,
): void {
  test.each(rows)('%s', async (_, wrong, error, right) => {
    const spoiled = await request(wrong);
    const { code, error_subcode: subcode } = await graph.refused('POST', spoiled.path, spoiled.params);
    expect([code, subcode]).toEqual(expectedError(error));
    if (right === undefined) return;
    const fine = await request(right);
    const params = { ...fine.params, execution_options: ['validate_only'] };
    const { status, body }: { status: number; body: Body } = await graph.send('POST', fine.path, params);
    expect([status, body]).toEqual([200, { success: true }]);
  });
}

function expectedError(error: RuleRow[2]): [number, number | undefined] {
  if (error === 'none') return [100, undefined];
  return Array.isArray(error) ? [error[0], error[1]] : [100, error];
}

/** What a refusal says: its code, its subcode if the platform gives one, and the field it blames. */
export type Refusal = [code: number, subcode?: number | undefined, ...field: string[]];

/** One flaw: what it is, the call with it, what the platform says, and the same call without it, which is taken. */
export type RefusalRow = [title: string, wrong: Params, says: Refusal, right: Params];

interface Call {
  method?: string;
  path: string;
  params: Params;
}

export function testRefusals(
  graph: Pick<SocialSandbox, 'send' | 'refused'>,
  rows: readonly RefusalRow[],
  call: (params: Params) => Promise<Call> | Call,
): void {
  test.each(rows)('is not taken: %s', async (_, wrong, says, right) => {
    const spoiled = await call(wrong);
    expect(saidBy(await graph.refused(spoiled.method ?? 'POST', spoiled.path, spoiled.params))).toEqual(says);
    const fine = await call(right);
    const { status, body }: { status: number; body: Body } = await graph.send(
      fine.method ?? 'POST',
      fine.path,
      fine.params,
    );
    expect(status, JSON.stringify(body)).toBe(200);
  });
}

/** The same of a refusal that a test has got by itself. */
export function saidBy({ code, error_subcode: subcode, error_data: data }: Body): Refusal {
  const field: string[] = data?.blame_field_specs?.[0] ?? [];
  return subcode === undefined && field.length === 0 ? [code] : [code, subcode, ...field];
}

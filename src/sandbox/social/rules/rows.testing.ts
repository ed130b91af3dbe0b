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

import { expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { defineTool } from '../tools/define-tool.ts';
import type { Job } from './call.ts';
import { ownAccounts, refuseForeignAccounts } from './fence.ts';

const AccountId = z.string().transform((id) => id.replace('act_', ''));
const channel = {
  name: 'social',
  account: { argument: 'account_id', schema: AccountId, choices: async () => [] },
} as unknown as Channel;
const spec = {
  title: '',
  description: '',
  toolset: 't',
  access: 'read',
  repeat: 'safe',
  output: z.object({}),
  run: async () => ({}),
} as const;
const input = z.strictObject({
  others: z.array(AccountId).optional(),
  parent: AccountId.default('1'),
  name: z.string().optional(),
});
const tool = defineTool(channel, { ...spec, name: 'read', input });

function refusal(args: Record<string, unknown>, accounts: string[] | undefined, of = tool): Failure | undefined {
  const job = { tool: of, args, connection: { ...(accounts && { accounts }) } } as unknown as Job;
  try {
    refuseForeignAccounts(job, ownAccounts(of.channel, job.connection).fence);
    return undefined;
  } catch (error) {
    return error as Failure;
  }
}

it('knows every argument that names an account, and no other', () => {
  expect(tool.accountArguments).toEqual(['account_id', 'others', 'parent']);
  expect(defineTool(channel, { ...spec, name: 'no_account', input, account: false }).accountArguments).toEqual([
    'others',
    'parent',
  ]);
});

it('lets pass what is inside, however the fence is written, and everything without one', () => {
  expect(refusal({ account_id: '1', others: ['2', '1'], parent: '2', name: '9' }, ['act_1', '2'])).toBeUndefined();
  expect(refusal({}, ['1'])).toBeUndefined();
  expect(refusal({ account_id: '9', others: ['9'] }, undefined)).toBeUndefined();
});

it('refuses each account outside by its argument, and says once what is allowed', () => {
  const failure = refusal({ account_id: '9', others: ['1', '8'], parent: '7' }, ['1', '2']);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 'permission_denied', outcome: 'not_applied', retryable: false });
  expect(failure!.details.problems).toEqual([
    { field: 'account_id', message: '9 is not an account of this workspace', allowed_values: ['1', '2'] },
    { field: 'others', message: '8 is not an account of this workspace' },
    { field: 'parent', message: '7 is not an account of this workspace' },
  ]);
  expect(failure!.details.message).toBe(
    '`account_id`: 9 is not an account of this workspace; `others`: 8 is not an account of this workspace; `parent`: 7 is not an account of this workspace. Its connection is limited to chosen accounts.',
  );
});

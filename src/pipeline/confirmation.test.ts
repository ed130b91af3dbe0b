import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { Conversation, InputRequired } from '../tools/input-required.ts';
import type { Job } from './call.ts';
import { confirmation } from './confirmation.ts';
import { toolOf, trains } from './pipeline.testing.ts';

const tool = toolOf(trains, {
  name: 'scrap_train',
  title: 'Scrap a train',
  access: 'destructive',
  input: z.strictObject({ train_id: z.string() }),
});

const ACME = { id: 'ws_1', name: 'Acme' };

function asked(
  more: Partial<Conversation> | undefined,
  args: Record<string, unknown> = { train_id: '7' },
  of = tool,
  workspace = ACME,
) {
  const conversation = more && { canAsk: () => true, answers: {}, state: undefined, ...more };
  return confirmation({ tool: of, args, call: { conversation }, workspace } as never as Job);
}
const questionFor = (args?: Record<string, unknown>): InputRequired => asked({}, args)!;
const answered = (answer: Record<string, unknown>, state = questionFor().state) =>
  asked({ answers: { confirm: answer }, state });

test('what cannot be undone is asked about, in words a person can decide by', () => {
  expect(questionFor()).toMatchObject({
    requests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          message: 'Scrap a train in the workspace "Acme", with {"train_id":"7"}? This may not be possible to undo.',
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Yes, do it' } },
            required: ['confirm'],
          },
        },
      },
    },
    state: expect.stringMatching(/.{20}/),
  });
});

test('what is shown holds nothing hidden and is not endless', () => {
  const { message } = questionFor({ train_id: `a\u200b${'b'.repeat(600)}` }).requests.confirm!.params;
  expect(message).toContain('with {"train_id":"abbb');
  expect(message).toContain('bbb…? This');
  expect((message as string).length).toBeLessThan(620);
});

test('a value that cannot be taken back is asked about as well', () => {
  const update = toolOf(trains, {
    title: 'Update a train',
    access: 'write',
    input: z.strictObject({ status: z.string() }),
    irreversible: { status: ['SCRAPPED'] },
  });
  const message =
    'Update a train in the workspace "Acme", with {"status":"SCRAPPED"}? This may not be possible to undo.';
  expect(asked({}, { status: 'SCRAPPED' }, update)!.requests.confirm!.params).toMatchObject({ message });
  expect(asked({}, { status: 'PARKED' }, update)).toBeUndefined();
});

test('a client that cannot ask is not asked, and neither is a question about what can be undone', () => {
  expect(asked(undefined)).toBeUndefined();
  const others = { canAsk: (method: string) => method !== 'elicitation/create' };
  expect(asked(others)).toBeUndefined();
  expect(asked({}, {}, toolOf(trains, { access: 'write' }))).toBeUndefined();
});

test('a yes lets it go on, to what was shown and nothing else', () => {
  const yes = { action: 'accept', content: { confirm: true } };
  expect(answered(yes)).toBeUndefined();
  const forAnother = questionFor({ train_id: '8' }).state;
  expect(answered(yes, forAnother)).toMatchObject({ state: questionFor().state });
  expect(answered(yes, undefined)).toBeUndefined();
  expect(asked({ answers: { confirm: yes } })).toMatchObject({ state: questionFor().state });
  const elsewhere = asked({}, undefined, tool, { id: 'ws_2', name: 'Acme' })!.state;
  expect(answered(yes, elsewhere)).toMatchObject({ state: questionFor().state });
});

test.each([
  { action: 'decline' },
  { action: 'cancel', content: { confirm: true } },
  { action: 'accept', content: { confirm: false } },
  { action: 'accept', content: { confirm: 'true' } },
  { action: 'accept' },
])('%j is no yes', (answer) => {
  let failure: Failure | undefined;
  try {
    answered(answer);
  } catch (error) {
    failure = error as Failure;
  }
  expect(failure?.details).toEqual({
    code: 'permission_denied',
    message: 'The person who was asked did not confirm: Scrap a train.',
    nextStep: 'Nothing was changed. Ask what is wanted instead before calling again.',
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { Failure, type FailureDetails } from '../errors.ts';
import { blamingArguments } from './blamed-arguments.ts';
import { toolOf, yard } from './pipeline.testing.ts';

const tool = toolOf(yard, {
  input: z.strictObject({
    train_id: z.string().optional(),
    wagon_ids: z.array(z.string()).optional(),
    cargo: z.object({ weight: z.number() }).optional(),
  }),
});

function blamed(details: Partial<FailureDetails>, args: Record<string, unknown> = {}) {
  const failure = new Failure({ code: 'invalid_arguments', message: 'No.', nextStep: 'Look.', ...details });
  const { problems = [], nextStep } = blamingArguments(failure, { tool, args }).details;
  return [problems.map(({ field }) => field), nextStep];
}
const blaming = (...fields: string[]) => ({ problems: fields.map((field) => ({ field, message: 'is bad' })) });

test('what the tool takes is blamed as it was, and the part of a path that it takes instead of the path', () => {
  expect(blamed(blaming('train_id', 'cargo.weight'))).toEqual([['train_id', 'cargo.weight'], 'Look.']);
  expect(blamed(blaming('load.cargo', 'train_spec.train_id'))).toEqual([['cargo', 'train_id'], 'Look.']);
});

test('the new parent of a copy is blamed where the original was not named', () => {
  expect(blamed(blaming('train_id'), { into_train_id: '7' })[0]).toEqual(['into_train_id']);
  expect(blamed(blaming('train_id'), { train_id: '6', into_train_id: '7' })[0]).toEqual(['train_id']);
  const upstream = { message: 'Its gauge does not fit.' };
  const args = { train_id: '6', into_train_id: '7' };
  expect(blamed({ ...blaming('gauge'), upstream }, args)[0], 'of the original').toEqual(['into_train_id']);
  expect(blamed({ ...blaming('gauge'), upstream }, { train_id: '6' })[0]).toEqual([]);
});

test('what the tool does not take is blamed on no argument, and no next step names it', () => {
  const upstream = { message: 'No.' };
  expect(blamed({ ...blaming('schedule_type'), upstream, nextStep: 'Correct the named argument.' })).toEqual([
    [],
    'Correct what the message names and call again. Nothing was changed.',
  ]);
  expect(blamed({ nextStep: 'Pass the argument that is named.' })[1]).toContain('what the message names');
  expect(
    blamed({ ...blaming('schedule_type', 'train_id'), upstream, nextStep: 'Correct the named argument.' }),
  ).toEqual([['train_id'], 'Correct the named argument.']);
});

test('what we found wrong ourselves stays as it is named', () => {
  expect(blamed(blaming('trainId'))).toEqual([['trainId'], 'Look.']);
});

test('an id that the platform quotes is that of the argument which holds it', () => {
  const args = { train_id: '12', wagon_ids: ['7', '71'] };
  expect(blamed({ message: "Object with ID '12' does not exist." }, args)[0]).toEqual(['train_id']);
  expect(blamed({ message: 'There is no wagon 71 in line 7123.' }, args)[0]).toEqual(['wagon_ids.1']);
  expect(blamed({ message: 'Of line 7123 there is no 7.' }, args)[0]).toEqual(['wagon_ids.0']);
  expect(blamed({ message: 'Not 12 with 71.' }, args)[0], 'two are quoted').toEqual([]);
  expect(blamed({ message: 'Nothing is quoted, not even 123.' }, args)[0]).toEqual([]);
  expect(blamed({ message: '12 is not yours.', code: 'rate_limited' }, args)[0]).toEqual([]);
  expect(blamed({ message: 'There is no North 5.' }, { region: '5' })[0], 'an argument that holds no id').toEqual([]);
  expect(blamed({ message: 'No: (there is none).' }, { train_id: '' })[0], 'an empty id').toEqual([]);
});

test('an id that is quoted is blamed rather than what was not given, unless that is what is asked for', () => {
  const args = { train_id: '12' };
  const said = (message: string) => ({ ...blaming('cargo'), message, upstream: { message } });
  expect(blamed(said('Train 12 is not yours.'), args)[0]).toEqual(['train_id']);
  expect(blamed(said('Train 12 is not yours.'), { ...args, cargo: {} })[0]).toEqual(['cargo']);
  expect(blamed(said('Cargo is required for train 12.'), args)[0]).toEqual(['cargo']);
  expect(blamed({ ...blaming('cargo'), message: 'Train 12 has none.' }, args)[0], 'our own words').toEqual(['cargo']);
});

test('where something is missing and one id was given, that is the one', () => {
  expect(blamed({ code: 'not_found' }, { train_id: '12' })[0]).toEqual(['train_id']);
  expect(blamed({ code: 'not_found' }, { wagon_ids: ['7'] })[0]).toEqual(['wagon_ids.0']);
  expect(blamed({ code: 'not_found' }, { wagon_ids: ['7', '7'] })[0], 'the same twice').toEqual(['wagon_ids.0']);
  expect(blamed({ code: 'not_found' }, { train_id: { id: '12' } })[0], 'read out of an address').toEqual(['train_id']);
  expect(blamed({ code: 'not_found' }, { train_id: '12', wagon_ids: ['7'] })[0]).toEqual([]);
  expect(blamed({}, { train_id: '12' })[0], 'nothing is missing').toEqual([]);
});

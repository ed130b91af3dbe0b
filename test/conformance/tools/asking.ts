import type { Conversation, InputRequest } from '../../../src/tools/input-required.ts';
import { InputRequired } from '../../../src/tools/input-required.ts';
import { text } from '../samples.ts';
import { fixture, nothing, says } from './fixture.ts';

export function form(message: string, field: string, type = 'string'): InputRequest {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] } },
  };
}

function sample(words: string): InputRequest {
  return {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: text(words) }], maxTokens: 100 },
  };
}

const roots: InputRequest = { method: 'roots/list', params: {} };

/** Asks until every question has its answer, then says what it heard. */
function asks(name: string, questions: Record<string, InputRequest>, state?: string) {
  return fixture(name, nothing, async (_args, { conversation }) => {
    if (!Object.keys(questions).every((key) => key in conversation.answers)) return new InputRequired(questions, state);
    if (conversation.state !== state) return new InputRequired(questions, state);
    return says(text(`${state ?? 'Heard'}: ${JSON.stringify(conversation.answers)}`));
  });
}

async function twoRounds({ answers, state }: Conversation) {
  if (state === 'asked for a colour' && 'step2' in answers) return says(text('Both answers are in'));
  return state === 'asked for a name' && 'step1' in answers
    ? new InputRequired({ step2: form('Step 2: What is your favorite color?', 'color') }, 'asked for a colour')
    : new InputRequired({ step1: form('Step 1: What is your name?', 'name') }, 'asked for a name');
}

export const askingTools = [
  asks('test_input_required_result_elicitation', { user_name: form('What is your name?', 'name') }),
  asks('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?') }),
  asks('test_input_required_result_list_roots', { client_roots: roots }),
  asks('test_input_required_result_request_state', { confirm: form('Please confirm', 'ok', 'boolean') }, 'state-ok'),
  asks('test_input_required_result_tampered_state', { confirm: form('Please confirm', 'ok', 'boolean') }, 'untouched'),
  asks(
    'test_input_required_result_multiple_inputs',
    {
      user_name: form('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: roots,
    },
    'three questions',
  ),
  fixture('test_input_required_result_multi_round', nothing, async (_args, { conversation }) =>
    twoRounds(conversation),
  ),
  fixture('test_input_required_result_capabilities', nothing, async (_args, { conversation }) => {
    const questions = Object.entries({ name: form('What is your name?', 'name'), greeting: sample('Greet me') });
    return new InputRequired(Object.fromEntries(questions.filter(([, { method }]) => conversation.canAsk(method))));
  }),
  asks('test_missing_capability', { opinion: sample('What do you think?') }),
  fixture('test_streaming_elicitation', nothing, async (_args, { progress }) => {
    progress(1, 2, 'About to ask');
    return new InputRequired({ user_name: form('What is your name?', 'name') });
  }),
];

import type { PromptProvider } from '../../src/pipeline/endpoint.ts';
import { type Conversation, InputRequired } from '../../src/tools/input-required.ts';
import { image, resource, text } from './samples.ts';
import { form } from './tools/asking.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Prompt {
  description: string;
  arguments?: readonly { name: string; description: string; required: boolean }[];
  messages(args: Arguments, conversation: Conversation): readonly object[] | InputRequired;
}

const required = (name: string) => ({ name, description: `The argument ${name}`, required: true });

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: {
    description: 'A simple prompt',
    messages: () => [text('This is a simple prompt for testing.')],
  },
  test_prompt_with_arguments: {
    description: 'A prompt with arguments',
    arguments: [required('arg1'), required('arg2')],
    messages: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    description: 'A prompt with a resource in it',
    arguments: [required('resourceUri')],
    messages: ({ resourceUri }) => [
      resource(String(resourceUri), 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: {
    description: 'A prompt with an image in it',
    messages: () => [image, text('Please analyze the image above.')],
  },
  test_input_required_result_prompt: {
    description: 'A prompt that asks first',
    messages: (_args, { answers }) =>
      'user_context' in answers
        ? [text(`The context: ${JSON.stringify(answers.user_context)}`)]
        : new InputRequired({ user_context: form('What context should the prompt use?', 'context') }),
  },
};

export const prompts: PromptProvider = {
  list: () =>
    Object.entries(PROMPTS).map(([name, { description, arguments: args }]) => ({
      name,
      description,
      ...(args && { arguments: args }),
    })),
  async get({ name, arguments: args }, conversation) {
    const prompt = PROMPTS[String(name)];
    const messages = prompt?.messages((args ?? {}) as Arguments, conversation);
    if (messages === undefined || messages instanceof InputRequired) return messages;
    return { description: prompt?.description, messages: messages.map((content) => ({ role: 'user', content })) };
  },
};

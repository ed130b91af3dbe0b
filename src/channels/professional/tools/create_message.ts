import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine, text, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { LeadFormId, urnOf } from '../resources/fields.ts';
import { connectedMember, lastFirst, makeConversation, readMessage, shownMessage } from '../resources/message.ts';

/** The platform's most for a conversation and for one message of it. */
const NODES_MAX = 25;
const OPTIONS_MAX = 5;

const Option = z.strictObject({
  text: oneLine(35).describe('What the member chooses'),
  next: z.string().optional().describe('Key of the message that follows'),
  landing_page_url: WebAddress.optional().describe('Or where it leads'),
});

const Node = z.strictObject({
  key: z.string().min(1).max(50).describe('Name that options lead to; yours'),
  text: text(500).optional().describe('Words of the message'),
  lead_form_id: LeadFormId.optional().describe('A form instead of words (list_lead_forms)'),
  options: z.array(Option).max(OPTIONS_MAX).optional().describe('Replies to choose from'),
});

const input = z.strictObject({
  name: oneLine().describe('Shown to advertisers only'),
  subject: oneLine(60).describe('Subject in the inbox'),
  sender: z
    .string()
    .refine((urn) => /^urn:li:person:[\w-]+$/.test(urn), 'must be urn:li:person: with an id')
    .optional()
    .describe(
      'Member in whose name it is sent, approved by the account: urn:li:person:…; the connected one when left out',
    ),
  body_html: text(10_000).optional().describe('The message, as HTML: <p>…</p>'),
  button_text: oneLine(20).optional().describe('Label of the button, with body_html'),
  landing_page_url: WebAddress.optional().describe('Where the button leads, with body_html'),
  conversation: z
    .array(Node)
    .min(1)
    .max(NODES_MAX)
    .optional()
    .describe('Instead of body_html: messages with replies to choose from; the first opens the conversation'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_message',
  title: 'Create a message',
  description:
    'Makes the message of a message ad, or the conversation of a conversation ad; id goes into create_creative as message_id. It cannot be changed later. Members in the European Union get no message ads.',
  toolset: 'messages',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    message: z
      .looseObject({ id: z.string(), kind: z.string() })
      .describe('kind: that of create_creative. Also name, subject, sender, body_html, button_text, landing_page_url'),
  }),
  instead: { body: 'body_html', text: 'body_html', messages: 'conversation', button: 'button_text' },
  rules: (args) => [
    ...exactlyOne(args, ['body_html', 'conversation']),
    ...needs(args, 'body_html', 'button_text'),
    ...needs(args, 'body_html', 'landing_page_url'),
    ...notBoth(args, 'conversation', 'button_text'),
    ...notBoth(args, 'conversation', 'landing_page_url'),
    ...conversationProblems(args),
  ],
  async run(args, { client, account, progress }) {
    const sender = args.sender ?? (await connectedMember(client, account));
    const nodes = args.conversation ?? [];
    const conversation =
      nodes.length > 0
        ? await makeConversation(client, account, nodes, (done) =>
            progress(done, nodes.length, `${done} of ${nodes.length} messages made`),
          )
        : undefined;
    const body = {
      account: urnOf('sponsoredAccount', account),
      name: args.name,
      subject: args.subject,
      sender,
      htmlBody: args.body_html ?? nodes[0]?.text ?? args.subject,
      subContent: conversation
        ? { guidedReplies: { sponsoredConversation: conversation } }
        : { regular: { callToActionText: args.button_text, callToActionLandingPageUrl: args.landing_page_url } },
    };
    const id = await client.create('/inMailContents', body, account);
    const message = await readBack(`The message ${id} was made`, () => readMessage(client, account, id));
    return { message: shownMessage(id, message) };
  },
});

function conversationProblems({ conversation: nodes = [] }: Arguments): Problem[] {
  const keys = nodes.map(({ key }) => key);
  const problems = nodes.flatMap((node, at) => {
    const field = `conversation.${at}`;
    return [
      ...(keys.indexOf(node.key) < at ? [{ field: `${field}.key`, message: `"${node.key}" stands twice` }] : []),
      ...within(field, exactlyOne(node, ['text', 'lead_form_id'])),
      ...(node.options ?? []).flatMap((option, place) => [
        ...within(`${field}.options.${place}`, exactlyOne(option, ['next', 'landing_page_url'])),
        ...(option.next === undefined || keys.includes(option.next)
          ? []
          : [{ field: `${field}.options.${place}.next`, message: `must be one of: ${keys.join(', ')}` }]),
      ]),
    ];
  });
  if (problems.length > 0) return problems;
  const reached = lastFirst(nodes);
  if (!reached)
    return [{ field: 'conversation', message: 'runs in a circle: no message may lead back to one before it' }];
  const lost = nodes.filter((node) => !reached.includes(node)).map(({ key }) => key);
  return lost.length > 0 ? [{ field: 'conversation', message: `no option leads to ${lost.join(', ')}` }] : [];
}

const within = (path: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ field, ...rest }) => ({ ...rest, field: `${path}.${field}` }));

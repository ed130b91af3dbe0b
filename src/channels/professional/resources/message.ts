import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { AccountUser, WireMessage } from '../wire.ts';
import { idIn, urnOf } from './fields.ts';

/** Messages are addressed by URN. The platform lists none, so the id is known from making them. */
export const MessageId = z
  .string()
  .refine(
    (id) => /^urn:li:adInMailContent:\d{1,19}$/.test(id),
    'must be urn:li:adInMailContent: with digits (create_message tells it)',
  );

export function readMessage(client: ProfessionalClient, account: string, id: string): Promise<WireMessage> {
  return client.get(pathOf`/inMailContents/${id}`, WireMessage, {}, account);
}

export function shownMessage(id: string, { name, subject, sender, htmlBody, subContent }: WireMessage) {
  const { regular, guidedReplies } = subContent;
  return withoutUnset({
    id,
    kind: guidedReplies ? 'CONVERSATION' : 'MESSAGE',
    name,
    subject,
    sender,
    body_html: htmlBody,
    button_text: regular?.callToActionText,
    landing_page_url: regular?.callToActionLandingPageUrl,
    conversation_id: guidedReplies?.sponsoredConversation,
  });
}

/** Refuses a message that is of the other kind than the ad, or that the account has not: the platform finds those of every account. */
export async function checkMessage(client: ProfessionalClient, account: string, kind: string, id: string) {
  const message = await readMessage(client, account, id).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
  });
  if (!message || (message.account !== undefined && idIn(message.account) !== account))
    throw invalidArguments([{ field: 'message_id', message: 'is not there; make one with create_message' }]);
  const own = shownMessage(id, message).kind;
  if (own !== kind) throw invalidArguments([{ field: 'message_id', message: `is a ${own}, not a ${kind}` }]);
}

/** The connected member, whom the platform names only in the list of the roles it has. */
export async function connectedMember(client: ProfessionalClient, account: string): Promise<string> {
  const roles = await client.every('/adAccountUsers', AccountUser, { q: 'authenticatedUser' }, account);
  const own = roles.find((role) => idIn(role.account) === account) ?? roles[0];
  if (own) return own.user;
  throw invalidArguments([{ field: 'sender', message: 'is required: the platform does not tell who is connected' }]);
}

/** One message of a conversation, with the replies a member can choose from. */
export interface ConversationNode {
  key: string;
  text?: string | undefined;
  lead_form_id?: string | undefined;
  options?: readonly { text: string; next?: string | undefined; landing_page_url?: string | undefined }[] | undefined;
}

/** The nodes in an order in which each comes after those it leads to; undefined where they run in a circle. */
export function lastFirst(nodes: readonly ConversationNode[]): ConversationNode[] | undefined {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const ordered = new Set<ConversationNode>();
  const above = new Set<ConversationNode>();
  const visit = (node: ConversationNode): boolean => {
    if (ordered.has(node)) return true;
    if (above.has(node)) return false;
    above.add(node);
    const following = (node.options ?? []).flatMap(({ next }) => byKey.get(next ?? '') ?? []);
    if (!following.every(visit)) return false;
    above.delete(node);
    ordered.add(node);
    return true;
  };
  return nodes.slice(0, 1).every(visit) ? [...ordered] : undefined;
}

/**
 * Makes a conversation: the platform takes it message by message, and an option names the message it leads to by an id, so the
 * last ones are made first. Returns the conversation's URN.
 */
export async function makeConversation(
  client: ProfessionalClient,
  account: string,
  nodes: readonly ConversationNode[],
  made: (count: number) => void,
): Promise<string> {
  const body = { parentAccount: urnOf('sponsoredAccount', account) };
  const conversation = await client.create('/conversationAds', body, account);
  const path = pathOf`/conversationAds/${conversation}`;
  const urns = new Map<string, string>();
  const forms = new Set(nodes.flatMap(({ key, lead_form_id }) => (lead_form_id ? [key] : [])));
  try {
    for (const node of lastFirst(nodes) ?? []) {
      urns.set(
        node.key,
        await client.create(`${path}/sponsoredMessageContents`, contentOf(node, urns, forms), account),
      );
      made(urns.size);
    }
    await client.update(path, { firstMessageContent: urns.get(nodes[0]!.key) }, account);
  } catch (error) {
    throw error instanceof Failure ? halfMade(error, urns.size, nodes.length) : error;
  }
  return conversation;
}

function halfMade({ details }: Failure, made: number, all: number): Failure {
  return new Failure({
    ...details,
    message: `${details.message} No message ad was made: its conversation has ${made} of ${all} messages, and no ad uses it.`,
    nextStep: `${details.nextStep} Then call again: what is left of this try is used by nothing.`,
  });
}

function contentOf(node: ConversationNode, urns: ReadonlyMap<string, string>, forms: ReadonlySet<string>) {
  const { text, lead_form_id, options = [] } = node;
  return {
    bodySource: lead_form_id ? { leadGenerationForm: urnOf('adForm', lead_form_id) } : { text },
    ...(options.length > 0 && {
      nextAction: {
        options: options.map(({ text: optionText, next, landing_page_url: landingPage }) => ({
          replyType: replyTypeOf(forms.has(node.key), next !== undefined && forms.has(next), next !== undefined),
          optionText,
          ...(next === undefined ? { landingPage } : { nextContent: urns.get(next) }),
        })),
      },
    }),
  };
}

function replyTypeOf(afterForm: boolean, opensForm: boolean, goesOn: boolean): string {
  if (afterForm) return 'LEAD_GENERATION_THANK_YOU';
  if (opensForm) return 'LEAD_GENERATION';
  return goesOn ? 'SIMPLE_REPLY' : 'EXTERNAL_WEBSITE';
}

import { accountFor } from '../access.ts';
import { notFound, plain } from '../errors.ts';
import { idIn, type UrnKind, urn } from '../format.ts';
import { type Call, changing, type Resource, type Row } from '../restli/resource.ts';
import {
  CONTENT_FIELDS,
  CONVERSATION_FIELDS,
  CONVERSATION_PATCH_FIELDS,
  checkContent,
  checkMessage,
  MESSAGE_FIELDS,
} from '../rules/messages.ts';
import { checkNew, patched } from '../rules/schema.ts';
import type { Message, MessageContent } from '../state/shapes.ts';
import type { Entity } from '../state.ts';

const ROLE = 'CREATIVE_MANAGER';
const SCOPES = { reads: ['r_ads', 'rw_ads'], writes: ['rw_ads'] };

/** The id of the account a body names, when the caller may write to it. */
function accountIn(call: Call, named: unknown): string {
  const id = idIn('sponsoredAccount', named);
  if (id === undefined) throw plain(400, `${named} is not an ad account`);
  return accountFor(call, id, ROLE).id;
}

function made<K extends 'message' | 'conversation' | 'messageContent'>(
  call: Call,
  kind: K,
  named: UrnKind,
  fields: Entity<K>['fields'],
  place: { account: string; parent?: string },
): string {
  const actor = urn('person', call.session.member.id);
  const { id } = changing(
    call,
    (one) => ({ kind: 'create', resource: kind, id: urn(named, one.id), account: place.account }),
    () => call.store.insert(kind, fields, { ...place, at: call.now, actor }),
  );
  return urn(named, id);
}

export const inMailContents: Resource = {
  path: '/inMailContents',
  key: 'urn',
  ...SCOPES,
  get(call, key) {
    const message = call.store.find('message', idIn('adInMailContent', key));
    if (!message) throw notFound();
    accountFor(call, message.account!);
    return { id: urn('adInMailContent', message.id), ...message.fields };
  },
  create(call, body) {
    checkNew(body, MESSAGE_FIELDS);
    const message = body as unknown as Message;
    const account = accountIn(call, message.account);
    checkMessage(message, account, call.store);
    return made(call, 'message', 'adInMailContent', message, { account });
  },
};

function conversationFor(call: Call, key: string | undefined, role?: string): Entity<'conversation'> {
  const conversation = call.store.find('conversation', idIn('sponsoredConversation', key));
  if (!conversation) throw notFound();
  accountFor(call, conversation.account!, role);
  return conversation;
}

export const conversationAds: Resource = {
  path: '/conversationAds',
  key: 'urn',
  ...SCOPES,
  get(call, key) {
    const { id, fields } = conversationFor(call, key);
    return { id: urn('sponsoredConversation', id), ...fields };
  },
  create(call, body) {
    checkNew(body, CONVERSATION_FIELDS);
    const account = accountIn(call, body.parentAccount);
    return made(call, 'conversation', 'sponsoredConversation', body as Row & { parentAccount: string }, { account });
  },
  patch(call, key, patch) {
    const before = conversationFor(call, key, ROLE);
    const fields = patched(before.fields, patch, CONVERSATION_PATCH_FIELDS);
    const first = call.store.find('messageContent', idIn('sponsoredMessageContent', fields.firstMessageContent));
    if (first?.parent !== before.id)
      throw plain(400, '/ConversationAd/firstMessageContent is not in this conversation');
    changing(
      call,
      () => ({ kind: 'update', resource: 'conversation', id: key, account: before.account! }),
      () => call.store.save({ ...before, fields, modifiedAt: call.now, version: before.version + 1 }),
    );
  },
};

export const sponsoredMessageContents: Resource = {
  path: '/conversationAds/{conversation}/sponsoredMessageContents',
  key: 'urn',
  ...SCOPES,
  create(call, body) {
    const { id: parent, account } = conversationFor(call, call.path.conversation, ROLE);
    checkNew(body, CONTENT_FIELDS);
    const content = body as unknown as MessageContent;
    checkContent(content, call.store.list('messageContent', { parent }), call.store);
    return made(call, 'messageContent', 'sponsoredMessageContent', content, { account: account!, parent });
  },
};

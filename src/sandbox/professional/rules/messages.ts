import { coded, plain } from '../errors.ts';
import { idIn, urn as urnText } from '../format.ts';
import type { Campaign, Creative, Message, MessageContent } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { array, type Fields, record, symbol, text, union, urnOf } from './schema.ts';

/** Messages that members get in their inbox, and conversations: trees of messages with replies to choose from. */

export const MESSAGE_FIELDS: Fields = {
  account: { type: urnOf('sponsoredAccount'), required: true },
  name: { type: text, required: true },
  subject: { type: text, required: true },
  sender: { type: urnOf('person'), required: true },
  htmlBody: { type: text, required: true },
  subContent: {
    type: union({
      regular: record({
        callToActionText: { type: text, required: true },
        callToActionLandingPageUrl: { type: text, required: true },
      }),
      guidedReplies: record({ sponsoredConversation: { type: urnOf('sponsoredConversation'), required: true } }),
    }),
    required: true,
  },
};

export const CONVERSATION_FIELDS: Fields = {
  parentAccount: { type: urnOf('sponsoredAccount'), required: true },
};
/** Its messages can be made only once it is there, so the first of them is named by a change. */
export const CONVERSATION_PATCH_FIELDS: Fields = {
  firstMessageContent: { type: urnOf('sponsoredMessageContent'), required: true },
};

const REPLIES = ['SIMPLE_REPLY', 'EXTERNAL_WEBSITE', 'LEAD_GENERATION', 'LEAD_GENERATION_THANK_YOU'];

export const CONTENT_FIELDS: Fields = {
  bodySource: { type: union({ text, leadGenerationForm: urnOf('adForm') }), required: true },
  nextAction: {
    type: record({
      options: {
        type: array(
          record({
            replyType: { type: symbol(...REPLIES), required: true },
            optionText: { type: text, required: true },
            landingPage: { type: text },
            nextContent: { type: urnOf('sponsoredMessageContent') },
          }),
        ),
        required: true,
      },
    }),
  },
};

const lengthOf = (words: string) => [...words].length;

export function checkMessage(message: Message, account: string, store: Store): void {
  if (lengthOf(message.subject) > 60) throw plain(400, '/InMailContent/subject cannot be longer than 60');
  const { regular, guidedReplies } = message.subContent;
  if (regular && lengthOf(regular.callToActionText) > 20)
    throw plain(400, '/InMailContent/subContent/regular/callToActionText cannot be longer than 20');
  // That a role on the account approves a sender is this emulator's choice: how a member is approved is not published.
  if (!store.find('accountUser', `${account}:${idIn('person', message.sender)}`))
    throw coded(400, 'SINMAIL_SENDER_NOT_APPROVED', `/InMailContent/sender ${message.sender} is not approved to send`);
  if (!guidedReplies) return;
  const conversation = store.find('conversation', idIn('sponsoredConversation', guidedReplies.sponsoredConversation));
  if (conversation?.account !== account || conversation.fields.firstMessageContent === undefined)
    throw plain(
      400,
      `/InMailContent/subContent/guidedReplies ${guidedReplies.sponsoredConversation} is no conversation of this account with a first message`,
    );
}

const NODES_MAX = 25;
const OPTIONS_MAX = 5;

/** What comes next has to be there already and cannot be changed later, so no conversation runs in a circle. */
export function checkContent(content: MessageContent, others: readonly Entity<'messageContent'>[], store: Store): void {
  if (others.length >= NODES_MAX) throw plain(400, `A conversation cannot have more than ${NODES_MAX} messages`);
  const { text: words, leadGenerationForm } = content.bodySource;
  if (words !== undefined && (words === '' || lengthOf(words) > 500))
    throw plain(400, '/SponsoredMessageContent/bodySource/text must have 1 to 500 characters');
  if (leadGenerationForm !== undefined && !store.find('leadForm', idIn('adForm', leadGenerationForm)))
    throw plain(400, `/SponsoredMessageContent/bodySource/leadGenerationForm ${leadGenerationForm} does not exist`);
  const options = content.nextAction?.options ?? [];
  const at = '/SponsoredMessageContent/nextAction/options';
  if (options.length > OPTIONS_MAX) throw plain(400, `${at} cannot have more than ${OPTIONS_MAX} options`);
  for (const { replyType, optionText, landingPage, nextContent } of options) {
    if (optionText === '' || lengthOf(optionText) > 35)
      throw plain(400, `${at}/optionText must have 1 to 35 characters`);
    if ((landingPage === undefined) === (nextContent === undefined))
      throw plain(400, `${at} needs either a landingPage or a nextContent`);
    if (replyType === 'EXTERNAL_WEBSITE' && landingPage === undefined)
      throw plain(400, `${at}/landingPage is required for EXTERNAL_WEBSITE`);
    if (nextContent !== undefined && !others.some(({ id }) => urnText('sponsoredMessageContent', id) === nextContent))
      throw plain(400, `${at}/nextContent ${nextContent} is not in this conversation`);
  }
}

/** A message ad shows a message, a conversation ad a conversation; one for leads needs a form somewhere. */
export function checkMessageAd(
  creative: Creative,
  campaign: Campaign,
  message: Entity<'message'>,
  store: Store,
): string {
  const { guidedReplies } = message.fields.subContent;
  const format = guidedReplies ? 'SPONSORED_MESSAGE' : 'SPONSORED_INMAIL';
  if (campaign.format !== undefined && campaign.format !== format)
    throw plain(400, `/Creative/content ${format} does not match /Campaign/format ${campaign.format}`);
  if (campaign.objectiveType !== 'LEAD_GENERATION' || creative.leadgenCallToAction) return format;
  if (!guidedReplies) throw plain(400, '/Creative/leadgenCallToAction is required for a campaign with LEAD_GENERATION');
  const parent = idIn('sponsoredConversation', guidedReplies.sponsoredConversation)!;
  if (!store.list('messageContent', { parent }).some(({ fields }) => fields.bodySource.leadGenerationForm))
    throw coded(
      400,
      'SPONSORED_MESSAGE_CONTENT_AD_FORM_URN_NOT_FOUND_IN_MESSAGE_TREE',
      '/Creative/content has no message with a form, which LEAD_GENERATION needs',
    );
  return format;
}

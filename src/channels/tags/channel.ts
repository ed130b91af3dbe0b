import type { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { Id } from '../../tools/fields.ts';
import { googleSecrets, personSignIn, serviceAccount } from '../../tools/google-sign-in.ts';
import { authorize, TagsClient } from './client.ts';
import { complaintOf, ERRORS } from './errors.ts';
import { authorizeUrl, exchangeCode, renewToken } from './oauth.ts';
import { identify, reachableAccounts } from './resources/containers/account.ts';
import { undo } from './undo.ts';

export const channel: Channel<TagsClient> = {
  name: 'tags',
  title: 'Tag management',
  knownAs: [
    ...['google tag manager', 'tag manager', 'gtm', 'container', 'datalayer', 'data layer', 'custom html'],
    ...['purchase tag', 'conversion tag', 'tag fire', 'tags fire', 'not firing', 'should fire', 'tag release'],
    ...['purchase pixel', 'lead pixel', 'tags on', 'tag on', 'track form submissions', 'track clicks'],
  ],
  instructions:
    'Tags of websites: account → container (GTM-…) → draft (tag workspace) → tags, triggers, variables. Changes go into a draft and reach no visitor until create_version and publish_version, two steps of their own; roll_back takes the version before live again. Make a draft with create_tag_workspace first; everything in a draft goes out together, whoever wrote it. The platform takes 15 requests a minute: read a whole container with get_container instead of its parts.',
  defaultToolsets: ['containers', 'drafts', 'tags', 'versions', 'checks'],
  platformScopes: {
    'tagmanager.readonly': [],
    'tagmanager.edit.containers': ['tagmanager.readonly'],
    'tagmanager.edit.containerversions': [],
    'tagmanager.publish': [],
  },
  hosts: {
    api: 'https://tagmanager.googleapis.com',
    oauth: 'https://oauth2.googleapis.com',
    login: 'https://accounts.google.com',
  },
  needsConnection: true,
  credentials: { ways: [personSignIn, serviceAccount], ...googleSecrets },
  identify,
  account: {
    argument: 'account_id',
    schema: Id.describe('Default: configured') as z.ZodType<string>,
    choices: reachableAccounts,
  },
  spendsNothing: true,
  undo,
  dialect: { errors: ERRORS, authorize, complaint: complaintOf },
  signIn: { app: { id: 'client_id', secret: 'client_secret' }, code: 'code', authorizeUrl, exchangeCode },
  connect: (session) => new TagsClient(session),
  renew: renewToken,
};

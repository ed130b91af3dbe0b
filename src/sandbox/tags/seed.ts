import type { Grant, World } from '../emulator.ts';
import { saveRefreshToken } from '../google/token-endpoint.ts';
import { OAuthStore } from '../oauth.ts';
import { ALL_SCOPES, SCOPE_PREFIX } from './access.ts';
import { featuresOf, newContainer } from './rules/new-container.ts';
import { saveAccount, savePermission } from './seed/accounts.ts';
import { seedAcmeServer, seedAcmeWeb } from './seed/acme.ts';
import { seedAgency } from './seed/agency.ts';
import { ContainerBuilder } from './seed/builder.ts';
import { ALL_PAGES, customEvent, dataLayer, tag, text } from './seed/parts.ts';
import type { Right } from './state/shapes.ts';
import { Store } from './state.ts';

export const ACCOUNTS = { acme: '6001000001', japan: '6001000002', googleTags: '6001000009' } as const;

export const USERS = {
  marketing: 'marketing@acme.example',
  tokyo: 'tokyo@acme.example',
  /** Edits the website's container, and does not see the server's. */
  editor: 'editor@acme.example',
  analyst: 'analyst@acme.example',
  /** Thirty accounts of clients, and one with 105 containers. */
  agency: 'clients@globex.example',
} as const;

/** A program that Acme let in; its key is made when somebody asks for it. */
export const SERVICE_ACCOUNT = 'tags@acme-sandbox.iam.gserviceaccount.com';

const CLIENT = {
  id: '627180394451-adhelmsandboxtags.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-only-not-a-secret',
};

/** A second sign-in of Acme's marketing, which was only let read. */
export const READ_ONLY_TOKEN = '1//0sandbox-tags-marketing-readonly-refresh-token';

export function seed(world: World): void {
  world.change(() => {
    const store = new Store(world);
    seedSignIn(world);
    saveAccount(store, ACCOUNTS.acme, 'Acme');
    seedAcmeWeb(store, ACCOUNTS.acme);
    seedAcmeServer(store, ACCOUNTS.acme);
    seedGoogleTags(store);
    saveAccount(store, ACCOUNTS.japan, 'Acme Japan');
    seedJapan(store);
    seedPeople(store);
    seedAgency(store, USERS.agency);
  });
}

/** A Google tag beside the containers, which can do nothing here, and an account of nothing else, whose tag has settings. */
function seedGoogleTags(store: Store): void {
  const googleTag = { usageContext: ['web'], googleTag: true } as const;
  newContainer(store, {
    ...googleTag,
    usageContext: ['web'],
    accountId: ACCOUNTS.acme,
    containerId: '7003',
    name: 'Acme website (Google tag)',
    publicId: 'G-ACME00001',
  });
  saveAccount(store, ACCOUNTS.googleTags, 'Acme Google tags', { googleTags: true });
  const container = newContainer(store, {
    ...googleTag,
    usageContext: ['web'],
    accountId: ACCOUNTS.googleTags,
    containerId: '7901',
    name: 'Acme blog (Google tag)',
    publicId: 'GT-ACME0001',
  });
  const features = { ...featuresOf(['web'], true), supportWorkspaces: true, supportGtagConfigs: true };
  store.save('container', `accounts/${ACCOUNTS.googleTags}/containers/7901`, { ...container, features });
  store.save('destination', `accounts/${ACCOUNTS.acme}/containers/7001/destinations/1`, {
    destinationLinkId: '1',
    destinationId: 'AW-468013579',
    name: 'Acme Ads',
    fingerprint: store.nextFingerprint(),
  });
}

function seedJapan(store: Store): void {
  const build = new ContainerBuilder(store, {
    accountId: ACCOUNTS.japan,
    containerId: '7101',
    name: 'acme.example.jp',
    publicId: 'GTM-ACMEJP1',
    usageContext: ['web'],
  });
  build.enable('pageUrl', 'pagePath');
  build.add('variable', dataLayer('DLV 金額', 'value'));
  const purchase = build.add('trigger', customEvent('購入', 'purchase'));
  build.add('tag', tag('Google タグ', 'googtag', [ALL_PAGES], [text('tagId', 'G-ACMEJP0001')]));
  build.add(
    'tag',
    tag(
      'GA4 購入',
      'gaawe',
      [purchase],
      [text('eventName', 'purchase'), text('measurementIdOverride', 'G-ACMEJP0001')],
    ),
  );
  build.publish(build.version('公開'));
}

function seedPeople(store: Store): void {
  const on = (right: Right, ...ids: string[]) => ids.map((containerId) => ({ containerId, permission: right }));
  savePermission(store, ACCOUNTS.acme, USERS.marketing, 'admin', on('publish', '7001', '7002', '7003'));
  savePermission(store, ACCOUNTS.acme, SERVICE_ACCOUNT, 'user', on('edit', '7001'));
  savePermission(store, ACCOUNTS.acme, USERS.editor, 'user', on('edit', '7001'));
  savePermission(store, ACCOUNTS.acme, USERS.analyst, 'user', on('read', '7001', '7002'));
  savePermission(store, ACCOUNTS.googleTags, USERS.marketing, 'admin', on('publish', '7901'));
  savePermission(store, ACCOUNTS.japan, USERS.tokyo, 'admin', on('publish', '7101'));
}

/** The same in every file, so that connections outlive a file that is deleted or started over. */
function seedSignIn(world: World): void {
  const tokens = new OAuthStore(world.db, 'tags');
  tokens.saveClient(CLIENT.id, CLIENT.secret);
  for (const [who, email] of Object.entries(USERS)) {
    tokens.saveUser(email, email);
    const permit = { subject: email, clientId: CLIENT.id, scopes: ALL_SCOPES };
    saveRefreshToken(tokens, `1//0sandbox-tags-${who}-refresh-token`, permit, world.now());
  }
  const reading = { subject: USERS.marketing, clientId: CLIENT.id, scopes: [`${SCOPE_PREFIX}readonly`] };
  saveRefreshToken(tokens, READ_ONLY_TOKEN, reading, world.now());
}

export function grants(world: World): Grant[] {
  return [
    {
      company: 'Acme',
      account: ACCOUNTS.acme,
      accounts: [ACCOUNTS.acme],
      credentials: signIn(world, USERS.marketing),
    },
    {
      company: 'Acme Japan',
      account: ACCOUNTS.japan,
      accounts: [ACCOUNTS.japan],
      credentials: signIn(world, USERS.tokyo),
    },
  ];
}

/** The credentials that a person signed in with when the file was made. */
export function signIn(world: World, email: string): Record<string, string> {
  const held = new OAuthStore(world.db, 'tags').tokenOf(email, 'refresh');
  return held ? { refresh_token: held.token, client_id: CLIENT.id, client_secret: CLIENT.secret } : {};
}

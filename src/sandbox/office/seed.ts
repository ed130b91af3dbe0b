import type { Grant, World } from '../emulator.ts';
import { openServiceAccount } from '../google/service-accounts.ts';
import { saveRefreshToken } from '../google/token-endpoint.ts';
import { OAuthStore } from '../oauth.ts';
import { agencyPlans } from './seed/agency-plans.ts';
import {
  ACME_JAPAN_PLAN_ID,
  ACME_PLAN_ID,
  acmeJapanPlan,
  acmePlan,
  rangeExamples,
  uploadedFile,
} from './seed/workbooks.ts';
import { saveApiKey, saveWorkbook } from './state.ts';

const CLIENT = {
  id: '402713580916-adhelmsandbox.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-only-not-a-secret',
};
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const SERVICE_ACCOUNT = 'reports@acme-sandbox.iam.gserviceaccount.com';
const API_KEY = 'AIzaSy-sandbox-only-not-a-secret';

const PEOPLE = {
  Acme: { email: 'marketing@acme.example', name: 'Acme marketing', refreshToken: '1//0sandbox-acme-refresh-token' },
  'Acme Japan': {
    email: 'marketing@acme.example.jp',
    name: 'Acme Japan marketing',
    refreshToken: '1//0sandbox-acme-japan-refresh-token',
  },
} as const;

export function seed({ db, now }: World): void {
  const tokens = new OAuthStore(db, 'office');
  tokens.saveClient(CLIENT.id, CLIENT.secret);
  saveApiKey(db, API_KEY);
  for (const { email, name, refreshToken } of Object.values(PEOPLE)) {
    tokens.saveUser(email, `${name} (${email})`);
    saveRefreshToken(tokens, refreshToken, { subject: email, clientId: CLIENT.id, scopes: [SCOPE] }, now());
  }
  const acme = [PEOPLE.Acme.email, SERVICE_ACCOUNT];
  saveWorkbook(db, acmePlan(acme));
  saveWorkbook(db, rangeExamples(acme));
  saveWorkbook(db, uploadedFile(acme));
  for (const workbook of agencyPlans(now(), acme)) saveWorkbook(db, workbook);
  saveWorkbook(db, acmeJapanPlan([PEOPLE['Acme Japan'].email]));
}

/** Each company signs in as a person; Acme also has a service account, for connections that use a key file. */
export function grants(world: World): Grant[] {
  const { email, keyId, privateKey } = openServiceAccount(world, 'office', SERVICE_ACCOUNT);
  return [
    person('Acme', ACME_PLAN_ID),
    person('Acme Japan', ACME_JAPAN_PLAN_ID),
    {
      company: 'Acme',
      credentials: { kind: 'service_account', client_email: email, private_key: privateKey, private_key_id: keyId },
      options: { spreadsheet_id: ACME_PLAN_ID },
    },
  ];
}

function person(company: Grant['company'], spreadsheetId: string): Grant {
  return {
    company,
    credentials: {
      kind: 'oauth',
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      refresh_token: PEOPLE[company].refreshToken,
    },
    options: { spreadsheet_id: spreadsheetId },
  };
}

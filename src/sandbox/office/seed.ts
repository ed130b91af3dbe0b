import type { DatabaseSync } from 'node:sqlite';
import type { Grant, World } from '../emulator.ts';
import { openServiceAccount, saveApiKey, saveClient, saveUser } from '../google/service-accounts.ts';
import {
  ACME_JAPAN_PLAN_ID,
  ACME_PLAN_ID,
  acmeJapanPlan,
  acmePlan,
  rangeExamples,
  uploadedFile,
} from './seed/workbooks.ts';
import { saveWorkbook } from './state.ts';
import { saveRefreshToken } from './tokens.ts';

const CLIENT = {
  id: '402713580916-adhelmsandbox.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-only-not-a-secret',
};
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const SERVICE_ACCOUNT = 'reports@acme-sandbox.iam.gserviceaccount.com';
const API_KEY = 'AIzaSy-sandbox-only-not-a-secret';

const PEOPLE = {
  Acme: { email: 'dana@acme.example', name: 'Dana Whitfield', refreshToken: '1//0sandbox-acme-refresh-token' },
  'Acme Japan': {
    email: 'haruka@acme.example.jp',
    name: 'Haruka Sato',
    refreshToken: '1//0sandbox-acme-japan-refresh-token',
  },
} as const;

export function seed(db: DatabaseSync): void {
  saveClient(db, CLIENT);
  saveApiKey(db, API_KEY);
  for (const { email, name, refreshToken } of Object.values(PEOPLE)) {
    saveUser(db, email, name);
    saveRefreshToken(db, refreshToken, { principal: email, clientId: CLIENT.id, scope: SCOPE });
  }
  const acme = [PEOPLE.Acme.email, SERVICE_ACCOUNT];
  saveWorkbook(db, acmePlan(acme));
  saveWorkbook(db, rangeExamples(acme));
  saveWorkbook(db, uploadedFile(acme));
  saveWorkbook(db, acmeJapanPlan([PEOPLE['Acme Japan'].email]));
}

/** Each company signs in as a person; Acme also has a service account, for connections that use a key file. */
export function grants(world: World): Grant[] {
  const { email, keyId, privateKey } = openServiceAccount(world, SERVICE_ACCOUNT);
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

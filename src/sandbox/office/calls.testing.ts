import { auth, sheets } from '@googleapis/sheets';
import { afterAll, beforeAll } from 'vitest';
import type { Grant } from '../emulator.ts';
import { type Sandbox, startSandbox } from '../program.ts';
import emulator from './emulator.ts';

export type OfficialClient = ReturnType<typeof sheets>;

/** For tests: a sandbox with this platform alone, read through the platform's own package. */
export function startOffice() {
  let sandbox: Sandbox;
  let grants: Grant[];
  beforeAll(async () => {
    sandbox = await startSandbox({ file: ':memory:', port: 0, emulators: [emulator] });
    grants = ((await (await fetch(`${sandbox.controlOrigin}/grants`)).json()) as { office: Grant[] }).office;
  });
  afterAll(() => sandbox.close());

  const office = {
    get origin() {
      return sandbox.origins.office!;
    },

    control: (method: string, path: string, body: unknown) =>
      fetch(sandbox.controlOrigin + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),

    credentials: (company: string, kind: 'oauth' | 'service_account') =>
      grants.find((grant) => grant.company === company && grant.credentials.kind === kind)!.credentials,

    open: (identity: string | InstanceType<typeof auth.OAuth2>): OfficialClient =>
      sheets({ version: 'v4', auth: identity, rootUrl: `${office.origin}/`, retry: false }),

    person(company: string) {
      const { client_id, client_secret, refresh_token } = office.credentials(company, 'oauth');
      const client = new auth.OAuth2({
        clientId: client_id,
        clientSecret: client_secret,
        endpoints: { oauth2TokenUrl: `${office.origin}/token` },
      });
      client.setCredentials({ refresh_token });
      return client;
    },

    serviceAccount(privateKey: string, scopes = ['https://www.googleapis.com/auth/spreadsheets.readonly']) {
      const jwt = new auth.JWT({
        email: office.credentials('Acme', 'service_account').client_email,
        key: privateKey,
        scopes,
      });
      // The library has no setting for a service account's token address.
      jwt.transporter.interceptors.request.add({
        resolved: async (config) => {
          if (String(config.url).startsWith('https://oauth2.googleapis.com/')) {
            config.url = new URL(`${office.origin}/token`);
          }
          return config;
        },
      });
      return jwt;
    },

    read: async (spreadsheetId: string, range: string, options = {}, company = 'Acme') =>
      (await office.open(office.person(company)).spreadsheets.values.get({ spreadsheetId, range, ...options })).data,
  };
  return office;
}

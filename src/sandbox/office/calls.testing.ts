import { auth, sheets } from '@googleapis/sheets';
import { forTests } from '../for-tests.testing.ts';
import { startPlatform } from '../platform.testing.ts';

type OfficialClient = ReturnType<typeof sheets>;

/** The platform read through its own package. */
export const officeForTests = () => forTests(startOffice);

async function startOffice() {
  // The package signs assertions with the machine's time.
  const platform = await startPlatform('office', { startMs: Date.now() });
  const office = {
    ...platform,

    credentials: (company: string, kind: 'oauth' | 'service_account') =>
      platform.grants.find((grant) => grant.company === company && grant.credentials.kind === kind)!.credentials,

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

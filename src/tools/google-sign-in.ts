import { z } from 'zod';
import { moment, plain, type SignInWay, secret } from './credentials.ts';

/** What every channel behind Google's sign-in shares. */

const token = {
  access_token: secret('Asked for with the rest when it is left out; lives for an hour').optional(),
  expires_at: moment('When the access token ends').optional(),
};

/** A person once agreed. The file that `gcloud auth application-default login` writes can be used as it is. */
export const personSignIn = {
  title: "A person's sign-in",
  fields: z.strictObject({
    client_id: plain('Of the OAuth client in the cloud project, ends in `.apps.googleusercontent.com`'),
    client_secret: secret('Of the same OAuth client'),
    refresh_token: secret('What the person agreed to; begins with `1//`'),
    ...token,
  }),
  ignored: ['type', 'kind', 'account', 'quota_project_id', 'universe_domain'],
} satisfies SignInWay;

/** The key file as the cloud console gives it out. */
export const serviceAccount = {
  title: 'A service account',
  fields: z.strictObject({
    client_email: plain('The service account, ends in `.iam.gserviceaccount.com`; share what it shall read with it'),
    private_key: secret('Its key, from `-----BEGIN PRIVATE KEY-----` to the end').refine(
      (text) => /^-----BEGIN (?:RSA )?PRIVATE KEY-----\n[\s\S]+\n-----END (?:RSA )?PRIVATE KEY-----$/.test(text),
      'must be a whole key, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----',
    ),
    private_key_id: plain('Which of its keys that is').optional(),
    ...token,
  }),
  ignored: [
    'type',
    'kind',
    'project_id',
    'client_id',
    'auth_uri',
    'token_uri',
    'auth_provider_x509_cert_url',
    'client_x509_cert_url',
    'universe_domain',
  ],
} satisfies SignInWay;

export const googleSecrets = {
  secretShapes: [
    /ya29\.[\w.-]+/,
    /1\/\/[\w.-]+/,
    /4\/0[\w-]{20,}/,
    /GOCSPX-[\w-]+/,
    /eyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]+)?/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
  ],
} as const;

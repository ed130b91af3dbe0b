import { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { plain } from '../../tools/credentials.ts';
import { googleSecrets, personSignIn, serviceAccount } from '../../tools/google-sign-in.ts';
import { authorize, OfficeClient } from './client.ts';
import { complaintOf, ERRORS } from './errors.ts';
import { authorizeUrl, exchangeCode, renewToken } from './oauth.ts';

/** Spreadsheets. They are read at the workspace's address and by `GET /office/sheets/read`. */
export const channel: Channel<OfficeClient> = {
  name: 'office',
  title: 'Spreadsheets',
  servedAt: 'workspace',
  instructions: 'Cells of spreadsheets.',
  hosts: {
    api: 'https://sheets.googleapis.com',
    oauth: 'https://oauth2.googleapis.com',
    login: 'https://accounts.google.com',
  },
  needsConnection: true,
  credentials: {
    ways: [personSignIn, serviceAccount],
    options: z.strictObject({
      spreadsheet_id: plain('A spreadsheet the connection must be able to read; it is tried with it').optional(),
    }),
    ...googleSecrets,
  },
  identify: (client) => client.identify(),
  dialect: { errors: ERRORS, authorize, complaint: complaintOf },
  signIn: { app: { id: 'client_id', secret: 'client_secret' }, code: 'code', authorizeUrl, exchangeCode },
  connect: (session) => new OfficeClient(session),
  renew: renewToken,
};

import { googleSignIn } from '../../upstream/google-sign-in.ts';

export const { authorizeUrl, exchangeCode, renewToken } = googleSignIn('office', ['spreadsheets.readonly']);

import { googleSignIn } from '../../upstream/google-sign-in.ts';

/** Ads, and the interface that takes conversions. */
export const { authorizeUrl, exchangeCode, renewToken } = googleSignIn('search', ['adwords', 'datamanager']);

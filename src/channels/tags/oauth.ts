import { googleSignIn } from '../../upstream/google-sign-in.ts';

/** What tools need: no accounts and users, and nothing that could delete a container. */
export const { authorizeUrl, exchangeCode, renewToken } = googleSignIn('tags', [
  'tagmanager.readonly',
  'tagmanager.edit.containers',
  'tagmanager.edit.containerversions',
  'tagmanager.publish',
]);

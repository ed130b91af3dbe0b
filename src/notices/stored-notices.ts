import type { Notices } from './notices.ts';

/** Events and their deliveries, as the store keeps them. */
export class StoredNotices implements Notices {
  put: Notices['put'] = async () => {};
}

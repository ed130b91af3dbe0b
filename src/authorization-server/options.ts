import type { Ambient } from '../ambient.ts';
import type { Settings } from '../config.ts';
import type { Log } from '../observe/log.ts';
import type { Home } from '../process/home.ts';
import type { Network } from './metadata-documents.ts';
import type { Resources } from './resources.ts';

/** What the authorization server needs from the service process. */
export interface AuthorizationServerOptions {
  settings: Settings;
  home: Home;
  ambient: Ambient;
  log: Log;
  resources: Resources;
  /** A whole HTML document in the service's look. */
  page(title: string, body: string): string;
  /** Left out: the real one. */
  network?: Network;
}

import type { Settings } from '../config.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import type { AuthorizationParts } from './authorization-route.ts';
import type { KeyGuard } from './key-guard.ts';
import type { LeadPushParts } from './lead-push-route.ts';
import type { Page } from './page.ts';
import type { PeopleApplication } from './people-route.ts';
import type { RateGuard } from './rate-guard.ts';
import type { SignInPlaces } from './sign-in-places.ts';

/** What the HTTP edge is assembled from. */
export interface ServerParts {
  settings: Settings;
  endpoints: readonly Endpoint[];
  pages: readonly Page[];
  keys: Omit<KeyGuard, 'addressOf' | 'log' | 'places'>;
  rate: RateGuard;
  /** Left out: there is no web application. */
  people?: () => Promise<PeopleApplication>;
  /** Left out: clients cannot sign in. */
  signIn?: { places: SignInPlaces } & AuthorizationParts;
  /** Left out: no platform can push leads. */
  leadPushes?: LeadPushParts;
  log: Log;
  metrics: Metrics;
  freshId(prefix: string): string;
}

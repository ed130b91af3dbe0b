import type { Ambient } from '../ambient.ts';
import type { Consents } from '../authorization-server/consents.ts';
import type { Settings } from '../config.ts';
import type { Limited, Limiter } from '../limits/limiter.ts';
import type { RecentRefusals } from '../limits/recent-refusals.ts';
import type { Log } from '../observe/log.ts';
import type { Pipeline } from '../pipeline/call.ts';
import type { Registry } from '../pipeline/registry.ts';
import type { Home } from '../process/home.ts';
import type { Auth } from './auth.ts';
import type { KnownDevices } from './known-devices.ts';
import type { PendingConnections } from './pending-connections.ts';
import type { People } from './people.ts';

/** What the web application needs from the service process. */
export interface WebOptions {
  settings: Settings;
  ambient: Ambient;
  home: Home;
  log: Log;
  registry: Registry;
  pipeline: Pipeline;
  /** The limiter of tool calls: people are counted in it like keys. */
  limiter: Limiter;
  limited: Limited;
  usedUp: RecentRefusals;
  /** Where this process listens. */
  localUrl(): string;
  /** What clients ask of people; undefined where clients cannot sign in. */
  consents: (() => Promise<Consents>) | undefined;
  /** Undefined: no sandbox runs beside the service. */
  sandboxControl(): string | undefined;
}

/** The dependencies of all routes and procedures of the web application. */
export interface WebParts extends WebOptions {
  auth: Auth;
  devices: KnownDevices;
  people: People;
  pending: PendingConnections;
  /** Where people reach the service. */
  publicUrl(): string;
}

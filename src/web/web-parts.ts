import type { Home } from '../home.ts';
import type { Log } from '../log.ts';
import type { People } from './people.ts';

/** What the web application is made of. */
export interface WebParts {
  home: Home;
  log: Log;
  people: People;
  /** Undefined: no sandbox runs beside the service. */
  sandboxControl(): string | undefined;
}

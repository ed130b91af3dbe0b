import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Person } from './people.ts';
import type { WebParts } from './web-parts.ts';

/** A person who looks at a page that reads from the platforms, in one workspace. */
export interface Looker {
  parts: WebParts;
  person: Person;
  workspace: WorkspaceRecord;
  requestId: string;
  /** Aborted when the page no longer waits. */
  gone(): AbortSignal;
}

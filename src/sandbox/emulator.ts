import type { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Accident, AccidentKind } from './accident.ts';
import type { Push, PushAnswer } from './push.ts';

/** A stand-in for one platform's HTTP interface, served on a loopback port of its own. */
export interface Emulator {
  readonly platform: string;
  readonly coverage: Coverage;
  /** The calls served inside a wildcard route (`/*`), for the test of `coverage`. */
  readonly routes?: readonly { method: string; path: string }[];
  /** Creates its tables, all named `<platform>_…`, and fills a new file with the seeded companies. Runs in one transaction. */
  prepare(world: World): void;
  mount(app: FastifyInstance, world: World): void;
  /** What can be switched about the platform's ways, at the control address under `/switches`. */
  readonly switches?: Switches;
  /** What can happen to its advertisers, at the control address under `/accidents`. */
  readonly accidents?: Accidents;
  /**
   * Brings about what happens by itself as time goes on, such as leads, and sends what the platform then pushes. Called after the
   * sandbox's clock was moved and every few seconds; also after the clock was set back.
   */
  timePassed?(world: World): void;
  /** The platform's error reply for a fault. */
  faultReply(
    kind: WordedFault,
    request: FastifyRequest,
  ): { status: number; headers?: Record<string, string>; body: string };
  /** Spreadsheets to try media plans with, at the control address under `/practice`. */
  practiceSheets?(world: World): readonly PracticeSheet[];
  /** Credentials of the seeded companies, so that a first start can connect them. */
  grants(world: World): readonly Grant[];
}

/** The calls and rules of the platform, and which of them the emulator has. */
export interface Coverage {
  /** Every call of the platform we know of; a test holds it to the routes. */
  readonly routes: readonly RouteCoverage[];
  /** The platform's rules about its objects. */
  readonly rules: readonly RuleCoverage[];
}

export interface RuleCoverage {
  /** The object it is about: `campaign`, `ad set`. */
  object: string;
  /** Its number among all rules of the platform. */
  number: number;
  /** The rule in one sentence. */
  rule: string;
  state: 'enforced' | 'partly' | 'absent';
  /** What is missing, for a rule that is not wholly enforced. */
  note?: string;
}

export interface RouteCoverage {
  method: string;
  /** The platform's path with `{names}` for what varies. */
  path: string;
  state: 'supported' | 'partial' | 'absent';
  note?: string;
}

/** Ways of a platform that its documentation leaves open, or that no call brings about. */
export interface Switches {
  /** The values each can have; the first is the default. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  read(world: World, name: string): string;
  set(world: World, name: string, value: string): void;
}

/** How accidents come about on one platform. */
export interface Accidents {
  readonly kinds: readonly AccidentKind[];
  /** What is wrong with the accident, such as an account that does not exist. */
  problem(world: World, accident: Accident): { field: 'account' | 'object'; message: string } | undefined;
  /** Brings it about as of a moment that is over: figures before it stay as they were. */
  happen(world: World, accident: Accident, at: number): void;
  /** Takes it back as of a moment. */
  mend(world: World, accident: Accident, at: number): void;
}

/** An emulator with its world. */
export interface MountedPlatform {
  emulator: Emulator;
  world: World;
}

export type WordedFault = 'throttle' | 'expired_token' | 'refused' | 'server_error' | 'unavailable';

export interface Grant {
  company: 'Acme' | 'Acme Japan';
  /** The account a connection would configure. */
  account?: string;
  /** All the accounts that are the company's; its login may reach more. */
  accounts?: readonly string[];
  credentials: Record<string, string>;
  options?: Record<string, string>;
}

export interface PracticeSheet {
  id: string;
  /** What it shows about sheets, in one line. */
  kind: string;
}

export interface World {
  readonly db: DatabaseSync;
  /** The sandbox's own time in milliseconds; the control address can set and advance it. */
  now(): number;
  /** Real time for counting traffic, which the control address does not move. */
  elapsedMs(): number;
  /** Runs `work` synchronously in one transaction together with the ledger rows it records. */
  change<T>(work: (record: (effect: Effect) => void) => T): T;
  /** `http://127.0.0.1:PORT` of a platform's emulator, for absolute links. */
  origin(platform: string): string;
  /** Sends a request as the platform, to addresses of this machine only; shown among the requests. Not inside `change`. */
  push(push: Push): Promise<PushAnswer>;
}

export interface Effect {
  kind: 'create' | 'update' | 'delete';
  resource: string;
  id: string;
  account?: string;
  detail?: unknown;
}

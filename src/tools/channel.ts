import type { z } from 'zod';
import type { Dialect } from '../upstream/dialect.ts';
import type { Credentials, PlatformSession } from '../upstream/session.ts';
import type { OAuthApp, SignInAnswer, SignInRequest, SignInSession } from '../upstream/token-grant.ts';
import type { Conversions } from './conversions/conversions.ts';
import type { ConnectionFields } from './credentials.ts';
import type { Exposure } from './exposure.ts';
import type { Leads } from './leads/leads.ts';
import type { Lineage } from './lineage.ts';
import type { MediaPlanning } from './media-planning.ts';
import type { Reporting } from './report/reporting.ts';
import type { Stopping } from './stopping.ts';
import type { UndoTable } from './undo.ts';
import type { Watching } from './watching.ts';

/** An account of the platform, as far as finding it out is cheap. */
export interface ReachableAccount {
  id: string;
  name?: string;
  currency?: string;
  status?: string;
  /** The options of the connection that it is reached by, such as the manager account above it. */
  through?: Readonly<Record<string, string>>;
}

/** Whom the platform takes a connection for. */
export interface Identity {
  /** The user, system user, service account or app, in words for people. */
  who: string;
  /** Every account it reaches; empty where the platform has none. */
  accounts: readonly ReachableAccount[];
  /** What the platform told of the credentials and they do not say themselves, such as their end. Kept with them. */
  learnt?: Credentials;
}

/** A kind of object that can be switched off, with everything below it. */
export interface Level {
  /** The argument that names one. */
  argument: string;
  /** The tool that switches it, and the status that does. */
  tool: string;
  off: string;
  /** Tools that switch what hangs on one without being a level: keywords of an ad group. */
  below?: readonly string[];
}

/** What a channel is, apart from its tools. One per channel folder, in `channel.ts`. */
export interface Channel<Client = unknown> {
  name: string;
  title: string;
  /** The MCP address its tools are served at, when that is not its own name. */
  servedAt?: string;
  /** What people call the platform: a search for tools that says so is about this channel. */
  knownAs?: readonly string[];
  /** Its tools may be called by every key: each call answers by what its key may use. */
  forEveryKey?: true;
  /** Shown to agents when they connect. */
  instructions: string;
  /** The toolsets listed where the caller names none; all of them when left out. */
  defaultToolsets?: readonly string[];
  /** Of a channel whose tools `POST /mcp` lists: the toolsets that have to be found there, so that its list stays short. */
  foundToolsets?: readonly string[];
  /** The platform's permissions that tools can need, each with those it includes. */
  platformScopes?: Readonly<Record<string, readonly string[]>>;
  /** The platform's hosts by name. */
  hosts: Readonly<Record<string, string>>;
  /** False where no platform has to be connected (the workspace area itself). */
  needsConnection: boolean;
  /** What a connection holds; every channel that needs one declares it. */
  credentials?: ConnectionFields;
  /** Asks the platform which user or app the credentials belong to. Left out only while the channel has no connector. */
  identify?(client: Client): Promise<Identity>;
  /** The argument that names an account; left out by the caller, the configured account is used. */
  account?: {
    argument: string;
    schema: z.ZodType<string>;
    /** The accounts that could have been meant, for the error that asks for one. */
    choices(client: Client): Promise<ReachableAccount[]>;
  };
  /** What can be switched off, the highest first. */
  levels?: readonly Level[];
  /** What stands above what, so that a plan knows when something above its object has moved. */
  lineage?: Lineage<Client>;
  /** Whether the account the connection is configured for holds an object, to tell where something belongs; may fail instead. */
  holds?(client: Client, id: string, account: string): Promise<boolean>;
  /** Its part in reports over several channels; none where there are no numbers. */
  reporting?: Reporting<Client>;
  /**
   * Its accounts hold no money: nothing of it is counted, limited, stopped or read for numbers. Without it and without `exposure`,
   * limits refuse whatever changes an account, since nobody can tell what that costs.
   */
  spendsNothing?: true;
  /** What its accounts may spend. */
  exposure?: Exposure<Client>;
  /** How everything that its accounts spend is stopped; none where nothing is spent. */
  stopping?: Stopping<Client>;
  /** How the platform is told what its ads brought in. */
  conversions?: Conversions<Client>;
  /** How leads are read from its forms. */
  leads?: Leads<Client>;
  /** Rejected ads, account problems and the platform's own history, for monitors. */
  watching?: Watching<Client>;
  /** How campaigns are made from the rows of a media plan. */
  mediaPlanning?: MediaPlanning<Client>;
  /** How the changes of its write tools are taken back, by tool. */
  undo?: UndoTable;
  /** Further optional arguments every tool of the channel takes; handed to `connect`, not to the tool. */
  sharedInput?: z.ZodRawShape;
  /** How this platform signs requests and says what is wrong; none where there is no platform. */
  dialect?: Dialect;
  /** The platform's own sign-in pages, where a person lets an app in. */
  signIn?: {
    /** The fields of the credentials that name the app. */
    app: { id: string; secret: string };
    /** The platform has no refresh tokens, but gives the app a later end for a token that still works. */
    prolongs?: true;
    /** What the browser brings the code back as. */
    code: string;
    authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string;
    exchangeCode(app: OAuthApp, answer: SignInAnswer, session: SignInSession): Promise<Credentials>;
  };
  connect(session: PlatformSession, shared: Record<string, unknown>): Client;
  renew?(credentials: Credentials, session: Pick<PlatformSession, 'send' | 'hosts' | 'now'>): Promise<Credentials>;
  /** How long before its end a token is renewed; five minutes when left out. For platforms that cannot renew an expired one. */
  renewBeforeMs?: number;
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Ambient, newId } from '../ambient.ts';
import { Audit } from '../audit/audit.ts';
import type { WalkedLog } from '../audit/verification-thread.ts';
import { Connections } from '../auth/connections.ts';
import { Directory } from '../auth/directory.ts';
import { Grants } from '../auth/grants.ts';
import { KeyRing } from '../auth/key-ring.ts';
import { LeadAddresses } from '../auth/lead-addresses.ts';
import { Members } from '../auth/members.ts';
import { OneTimeLinks } from '../auth/one-time-links.ts';
import type { Settings } from '../config.ts';
import { Idempotency } from '../idempotency/idempotency.ts';
import type { JobKind } from '../jobs/jobs.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import type { DeliveryLog } from '../notices/delivery-log.ts';
import type { Endpoints } from '../notices/endpoints.ts';
import { openNotices } from '../notices/open-notices.ts';
import type { StoredNotices } from '../notices/stored-notices.ts';
import { Plans } from '../plans/plans.ts';
import { Policies } from '../plans/policies.ts';
import { StoredMediaPlans } from '../plans/stored-media-plans.ts';
import { spreadsheetsIn } from '../sheets/file-spreadsheets.ts';
import { sharedSpreadsheets } from '../sheets/shared-spreadsheets.ts';
import type { Spreadsheets } from '../sheets/spreadsheets.ts';
import { SpendLimits } from '../spend-limits/spend-limits.ts';
import { openStoreAt, type StorePlace } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { StoredLeads } from '../store/stored-leads.ts';
import { storedSheets } from '../store/stored-sheets.ts';
import { createNextMasterKey, loadMasterKeys } from '../vault/master-key.ts';
import { rotateMasterKey } from '../vault/master-key-rotation.ts';
import { MasterKeys } from '../vault/master-keys.ts';
import { personMarks } from '../vault/person-marks.ts';
import { openRootSecret } from '../vault/root-secret.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { type SignedText, signedText } from '../vault/signed-text.ts';
import { Vault } from '../vault/vault.ts';
import { historyFollows } from '../watching/history/history-jobs.ts';
import { masterKeyFile, sheetsFolder, storeFile } from './data-files.ts';
import { Presence } from './presence.ts';

/** Everything that is kept in the data folder or the database, opened. The service and the command line share it. */
export interface Home {
  store: Store;
  vault: Vault;
  audit: Audit;
  keyRing: KeyRing;
  grants: Grants;
  directory: Directory;
  members: Members;
  connections: Connections;
  idempotency: Idempotency;
  plans: Plans;
  mediaPlans: StoredMediaPlans;
  policies: Policies;
  spendLimits: SpendLimits;
  leads: StoredLeads;
  leadAddresses: LeadAddresses;
  jobs: StoredJobs;
  notices: StoredNotices;
  endpoints: Endpoints;
  deliveryLog: DeliveryLog;
  noticeJobs: readonly JobKind[];
  /** Only where several processes may share the store. */
  presence?: Presence;
  /** The spreadsheets that were imported into a workspace. */
  spreadsheetsOf(workspaceId: string, signal?: AbortSignal): Spreadsheets;
  signed: SignedText;
  links: OneTimeLinks;
  /** Signs the sessions of the web application. */
  webKey: Buffer;
  /** Verifies the audit log on a thread of its own, so that no call waits for it. */
  verifyAside(): Promise<WalkedLog>;
  /** Wraps all stored secrets by the configured master key, or by a new one; returns how many data keys were not yet. */
  rotateMasterKey(actor: string): Promise<number>;
  /** A consistent copy of the store, with the audit mark of its log beside it. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export function storePlace(settings: Settings): StorePlace {
  const { databaseUrl: url, databaseConnectionsMax: connectionsMax } = settings;
  return { file: storeFile(settings), url, connectionsMax };
}

/** The audit log's high-water mark stands beside its store. */
function markFile(store: string): string {
  return `${store}.mark`;
}

function masterKeys(settings: Settings, ambient: Ambient, needed: boolean): Buffer[] {
  const { masterKey, masterKeyPrevious: previous } = settings;
  const configured = { ...(masterKey && { masterKey }), ...(previous && { previous }) };
  return loadMasterKeys({ file: masterKeyFile(settings), needed, ...configured }, ambient);
}

async function hasSecrets({ db }: Store): Promise<boolean> {
  return (await db.selectFrom('data_keys').select('workspace_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Closed days are read as soon as a channel is connected, wherever that is done. */
function followedConnections(
  store: Store,
  vault: Vault,
  ambient: Ambient,
  audit: Audit,
  jobs: StoredJobs,
): Connections {
  const connections = new Connections(store, vault, ambient, audit);
  connections.whenChanged((tx, change) => historyFollows(jobs, ambient, tx, change));
  return connections;
}

export async function openHome(settings: Settings, ambient: Ambient): Promise<Home> {
  const isFile = settings.databaseUrl === '';
  // The key comes first: a start that is cut off may leave a key without a store, but never a store without its key.
  const beforehand = isFile ? masterKeys(settings, ambient, existsSync(storeFile(settings))) : undefined;
  const store = await openStoreAt(storePlace(settings));
  const masters = beforehand ?? masterKeys(settings, ambient, await hasSecrets(store));
  const keys = new MasterKeys(() => masterKeys(settings, ambient, true), ambient);
  const secrets = deriveSecrets(await openRootSecret(store, keys, masters, ambient), keys);
  const vault = new Vault(store, secrets, ambient);
  await vault.checkMasterKey();
  const audit = new Audit(store, secrets, ambient, markFile(storeFile(settings)));
  await audit.open({ joins: !isFile });
  const outageMs = isFile ? 0 : settings.databaseOutageReadsS * 1_000;
  const instanceId = newId(ambient, 'run');
  const keyRing = new KeyRing(store, secrets, audit, ambient, { outageMs });
  const jobs = new StoredJobs(store, ambient, instanceId);
  return {
    store,
    vault,
    audit,
    keyRing,
    grants: new Grants(store, secrets, keyRing, audit, ambient),
    directory: new Directory(store, ambient, { audit, outageMs }),
    members: new Members(store, audit, ambient),
    connections: followedConnections(store, vault, ambient, audit, jobs),
    idempotency: new Idempotency(store, vault, ambient, instanceId),
    plans: new Plans(store, vault, audit, ambient, instanceId),
    mediaPlans: new StoredMediaPlans(store, vault, ambient),
    policies: new Policies(store, audit, ambient),
    spendLimits: new SpendLimits(store, audit, ambient),
    leads: new StoredLeads(store, vault, personMarks(secrets), ambient, settings.leadDays),
    leadAddresses: new LeadAddresses(store, vault, secrets, audit, ambient),
    jobs,
    ...openNotices({ settings, store, vault, audit, jobs, ambient }),
    ...(!isFile && { presence: new Presence(store, instanceId) }),
    spreadsheetsOf: spreadsheetsOf(settings, store),
    signed: signedText(secrets.cursorKey),
    links: new OneTimeLinks(store, secrets, audit, ambient),
    webKey: secrets.webKey,
    verifyAside: () => audit.verifyAside(storePlace(settings)),
    rotateMasterKey: (actor) =>
      rotateMasterKey({
        store,
        keys,
        ambient,
        // Read again: a key of a rotation that was cut off may lie in the data folder.
        master: settings.masterKey ? masters[0]! : createNextMasterKey(masterKeyFile(settings), ambient),
        record: () => audit.append({ actor, action: 'master_key.rotate', phase: 'event', detail: {} }),
      }),
    backup: (file) => backUp(store, markFile(storeFile(settings)), file),
    async close() {
      await audit.close().finally(() => store.close());
    },
  };
}

function spreadsheetsOf(settings: Settings, store: Store): Home['spreadsheetsOf'] {
  return (workspaceId, signal) => {
    const folder = sheetsFolder(settings, workspaceId);
    return settings.databaseUrl === ''
      ? spreadsheetsIn(folder, signal)
      : sharedSpreadsheets(folder, storedSheets(store, workspaceId), signal);
  };
}

/** The mark is read first: one that is behind its log is in order, one that is ahead is not. */
async function backUp(store: Store, ownMark: string, file: string): Promise<void> {
  const mark = existsSync(ownMark) ? readFileSync(ownMark) : undefined;
  await store.backup(file);
  if (mark) writeFileSync(markFile(file), mark, { mode: 0o600 });
}

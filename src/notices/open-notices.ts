import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { Settings } from '../config.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Store } from '../store/store.ts';
import type { PostingNetwork } from '../upstream/public-post.ts';
import type { Vault } from '../vault/vault.ts';
import { AddressBook, isMember } from './address-book.ts';
import { Deliveries } from './deliveries.ts';
import { DeliveryLog } from './delivery-log.ts';
import { EndpointSecrets } from './endpoint-secrets.ts';
import { Endpoints } from './endpoints.ts';
import { EventReading } from './event-reading.ts';
import { mailerOf } from './mail.ts';
import { Receivers } from './receivers.ts';
import { StoredNotices } from './stored-notices.ts';

interface Means {
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'inwardReceivers' | 'publicUrl' | 'host' | 'port'>;
  store: Store;
  vault: Vault;
  audit: Audit;
  jobs: Jobs;
  ambient: Ambient;
  /** Tests stand in for the internet. */
  network?: PostingNetwork;
}

/** Everything about where alerts go, over one store. */
export function openNotices({ settings, store, vault, audit, jobs, ambient, network }: Means) {
  const secrets = new EndpointSecrets(vault);
  const notices = new StoredNotices(store, jobs, ambient);
  const net = network ?? { inward: settings.inwardReceivers };
  const receivers = new Receivers({
    secrets,
    ambient,
    network: net,
    mailer: mailerOf(settings),
    isMember: (workspaceId, email) => isMember(store, workspaceId, email),
    origin: settings.publicUrl || `http://${settings.host}:${settings.port}`,
  });
  const deliveries = new Deliveries({ store, audit, notices, receivers, ambient });
  const addresses = new AddressBook(store, net, settings);
  const reading = new EventReading({ store, notices, jobs, ambient });
  const endpoints = new Endpoints({ store, audit, ambient, notices, deliveries, secrets, addresses, reading });
  return {
    notices,
    endpoints,
    deliveries,
    reading,
    deliveryLog: new DeliveryLog(store, notices),
    noticeJobs: [deliveries.kind, reading.kind],
  };
}

import type { Pipeline } from '../../src/pipeline/call.ts';
import { historyJob } from '../../src/watching/history/history-job.ts';
import { StoredHistory } from '../../src/watching/history/stored-history.ts';
import { passingTime } from '../passing-time.ts';
import { type ReportingService, startReportingService } from '../reporting-service.ts';
import type { TestOptions } from '../service.ts';

/** A service whose history is filled by hand, run by run, on a clock that stands still unless somebody waits. */
export interface HistoryService extends ReportingService {
  history: StoredHistory;
  pipeline: Pipeline;
  /** One run of a connection's job; returns in how many milliseconds it wants to run again, undefined when it ended. */
  run(channel: string, workspace?: string): Promise<number | undefined>;
  /** Runs until everything that can be read now is read. */
  fill(channel: string, workspace?: string): Promise<void>;
  /** Lets time pass on the platforms and for the service. */
  pass(ms: number): Promise<void>;
}

/** A run that wants to go on at once says so with a pause of seconds. */
const SOON_MS = 60_000;

export async function startHistoryService(options: TestOptions = {}): Promise<HistoryService> {
  const { ambient, sleep } = passingTime();
  let pipeline!: Pipeline;
  const service = await startReportingService({
    ambient,
    sleep,
    extraEndpoints: (opened) => {
      pipeline = opened;
      return [];
    },
    ...options,
  });
  const job = historyJob(pipeline);
  const run: HistoryService['run'] = async (channel, workspace = 'Acme') => {
    const workspaceId = await service.workspaceId(workspace);
    const { signal } = new AbortController();
    const payload = { channel, mode: 'sandbox' };
    const due = {
      id: 'job_1',
      kind: 'history',
      key: 'k',
      runAt: ambient.now(),
      workspaceId,
      attempts: 0,
      signal,
      payload,
    };
    const next = await job.run(due);
    return next === undefined ? undefined : next - ambient.now();
  };
  return {
    ...service,
    history: new StoredHistory(service.home.store, ambient),
    pipeline,
    run,
    async fill(channel, workspace) {
      for (let runs = 0; runs < 60; runs++) {
        const inMs = await run(channel, workspace);
        if (inMs === undefined || inMs > SOON_MS) return;
      }
      throw new Error(`${channel} is not filled after 60 runs`);
    },
    pass: (ms) => sleep(ms, new AbortController().signal),
  };
}

/** Limits the workspace Acme to the first accounts of a channel, so that a test does not read all of them. */
export async function fenceTo(service: HistoryService, channel: string, count: number): Promise<void> {
  const { connections, directory } = service.home;
  const workspaceId = await service.workspaceId('Acme');
  const { id, mode, account, options } = (await connections.get(workspaceId, channel))!;
  const listed = await service.ask('list_accounts', { channels: [channel] });
  const accounts = listed.accounts.slice(0, count).map((one: { id: string }) => one.id);
  const credentials = await connections.credentials(id);
  await connections.put({ workspaceId, channel, mode, options, credentials, accounts, ...(account && { account }) });
  directory.refresh();
}

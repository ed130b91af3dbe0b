import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestOptions, type TestService, type ToolAnswer } from '../service.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
export type Any = any;
type Args = Record<string, unknown>;

export const SHEET = 'file_00000000000000aa';
/** Days of plans: no run of a test is after them. */
export const YEAR = new Date().getUTCFullYear() + 1;

export interface SheetService extends TestService {
  /** The workspace whose sheet is written and planned. */
  workspace: string;
  /** Replaces the sheet of the workspace, kept as a tab Plan. */
  write(...lines: string[]): Promise<void>;
  /** `plan_from_sheet` of the whole sheet. */
  plan(args?: Args): Promise<Any>;
  /** The error that `plan_from_sheet` answers with. */
  refusal(args?: Args): Promise<Any>;
  asked(args?: Args, more?: { key?: string }): Promise<ToolAnswer>;
  /** A call in that workspace that has to succeed. */
  ask(channel: string, tool: string, args?: Args): Promise<Any>;
  /** Applies a plan, lets its job run and answers with the plan as it is then. */
  launch(planId: string): Promise<Any>;
  /** Everything that platforms were changed by. */
  effects(): Promise<Any[]>;
  fault(fault: Args): Promise<void>;
  clearFaults(): Promise<void>;
  /** Lets time pass for service and sandbox. */
  pass(ms: number): Promise<void>;
}

export async function startSheetService(
  platforms: readonly string[],
  options: TestOptions = {},
  workspaceName = 'Acme',
): Promise<SheetService> {
  const { ambient, sleep } = passingTime();
  const service = await startTestService({ platforms: [...platforms, 'office'], ambient, sleep, ...options });
  if (workspaceName !== 'Acme') await connectThreeCurrencies(service, workspaceName);
  const workspace = await service.workspaceId(workspaceName);
  const control = (path: string, init?: RequestInit) => fetch(service.sandbox.controlOrigin + path, init);
  const asked: SheetService['asked'] = (args = {}, more = {}) =>
    service.call(
      'workspace',
      'plan_from_sheet',
      { workspaceId: workspace, spreadsheet_id: SHEET, range: 'Plan', ...args },
      more,
    );
  const ask: SheetService['ask'] = async (channel, tool, args = {}) => {
    const { isError, result } = await service.call(channel, tool, { workspaceId: workspace, ...args });
    if (isError) throw new Error(`${tool}: ${JSON.stringify(result)}\n${service.logged().slice(-2000)}`);
    return result;
  };
  return {
    ...service,
    workspace,
    async write(...lines) {
      const file = join(service.dataFolder, 'plan.csv');
      writeFileSync(file, `${lines.join('\n')}\n`);
      const files = service.home.spreadsheetsOf(workspace);
      await files.remove(SHEET);
      await files.import(file, { id: SHEET, name: 'Plan' });
    },
    asked,
    ask,
    plan: (args) => ask('workspace', 'plan_from_sheet', { spreadsheet_id: SHEET, range: 'Plan', ...args }),
    async refusal(args) {
      const { isError, result } = await asked(args);
      if (!isError) throw new Error(`not refused: ${JSON.stringify(result).slice(0, 500)}`);
      return result.error;
    },
    async launch(planId) {
      await ask('workspace', 'apply_plan', { plan_id: planId });
      await service.runJobs();
      return (await ask('workspace', 'get_plan', { plan_id: planId })).plan;
    },
    async effects() {
      const ledgers = platforms.map(async (platform) => (await control(`/ledger?platform=${platform}`)).json() as Any);
      return (await Promise.all(ledgers)).flatMap(({ effects }) => effects);
    },
    async fault(fault) {
      const headers = { 'content-type': 'application/json' };
      const reply = await control('/faults', { method: 'POST', headers, body: JSON.stringify(fault) });
      if (!reply.ok) throw new Error(await reply.text());
    },
    async clearFaults() {
      await control('/faults', { method: 'DELETE' });
    },
    pass: (ms) => sleep(ms, new AbortController().signal),
  };
}

/** Dollars and euros on search and professional, yen on social and video, in one workspace. */
async function connectThreeCurrencies(
  { home: { connections, directory, vault }, workspaceId }: TestService,
  name: string,
): Promise<void> {
  const { organizationId } = (await directory.find('Acme'))!;
  const { id } = await directory.createWorkspace({ organizationId, name, currency: 'EUR' });
  await vault.prepare(id);
  const from = { search: 'Acme', professional: 'Acme', social: 'Acme Japan', video: 'Acme Japan', office: 'Acme' };
  for (const [channel, company] of Object.entries(from)) {
    const found = await connections.get(await workspaceId(company), channel);
    if (!found) continue;
    const { mode, account, options } = found;
    const credentials = await connections.credentials(found.id);
    await connections.put({ workspaceId: id, channel, mode, options, credentials, ...(account && { account }) });
  }
  directory.refresh();
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { passingTime } from '../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

export const SHEET = 'file_00000000000000aa';
const DEFAULTS = {
  countries: ['US'],
  languages: ['en'],
  landing_page: 'https://acme.example/shop',
  channels: { social: { special_ad_categories: [] } },
};
export const HEAD = 'Channel,Campaign,Objective,Start,End,Budget,Currency';
export const ROW = 'Social,Holiday: prospecting,Traffic,2027-01-05,2027-02-03,900.00,USD';

/** What becomes of each row, by the name of its campaign. */
export const fates = (answer: { rows: { campaign: { name: string }; fate: string }[] }) =>
  Object.fromEntries(answer.rows.map(({ campaign, fate }) => [campaign.name, fate]));

/** A service with a spreadsheet that `plan_from_sheet` has read once, and ways to change and apply it. */
export function plannedSheet() {
  let service: TestService;
  let workspaceId: string;
  beforeAll(async () => {
    const { ambient, sleep } = passingTime();
    service = await startTestService({ platforms: ['social', 'office'], ambient, sleep });
    workspaceId = await service.workspaceId('Acme');
    await write(HEAD, ROW);
    await plan({ defaults: DEFAULTS });
  });
  afterAll(() => service?.close());

  async function write(...lines: string[]): Promise<void> {
    const file = join(service.dataFolder, 'plan.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const files = service.home.spreadsheetsOf(workspaceId);
    await files.remove(SHEET);
    await files.import(file, { id: SHEET, name: 'Plan' });
  }

  const asked = (args: Record<string, unknown>, more = {}) =>
    service.call('workspace', 'plan_from_sheet', { spreadsheet_id: SHEET, range: 'Plan', ...args }, more);

  async function plan(args: Record<string, unknown> = {}) {
    const { isError, result } = await asked(args);
    if (isError) throw new Error(`${JSON.stringify(result)}\n${service.logged().slice(-2000)}`);
    return result;
  }

  async function refusal(args: Record<string, unknown> = {}) {
    const { isError, result } = await asked(args);
    expect(isError, JSON.stringify(result).slice(0, 500)).toBe(true);
    return result.error;
  }

  const campaigns = async (name: string) =>
    (await service.call('social', 'list_social_campaigns', { limit: 100 })).result.campaigns.filter(
      (one: { name: string }) => one.name === name,
    );

  async function apply(planId: string) {
    const applied = await service.call('workspace', 'apply_plan', { plan_id: planId });
    expect(applied.isError, JSON.stringify(applied.result)).toBe(false);
    await service.runJobs();
    return (await service.call('workspace', 'get_plan', { plan_id: planId })).result.plan;
  }

  return {
    service: () => service,
    workspaceId: () => workspaceId,
    write,
    asked,
    plan,
    refusal,
    campaigns,

    apply,
  };
}

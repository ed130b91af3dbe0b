import type { Page } from 'playwright-core';
import { type ExampleCompany, PICTURED_URL } from '../test/example-company.ts';
import { tellOfSales } from '../test/example-conversions.ts';
import { keepExample } from '../test/media-plans/example-media-plan.ts';
import { OAuthClient } from '../test/sign-in/oauth-client.ts';
import { invited } from '../test/web/people.ts';

export interface Picture {
  name: string;
  /** On the service, or a whole address. */
  path: string;
  width?: number;
  height?: number;
  /** Taken without signing in. */
  isOutside?: boolean;
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Every page, at its most telling moment. */
export async function picturesOf(company: ExampleCompany, setUp: string): Promise<readonly Picture[]> {
  const { owner, acme, invitation } = company;
  const here = `workspace=${acme}`;
  const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme], filters: { outcome: ['unknown'] } });
  const authorize = await authorizeAddress(company);
  return [
    { name: 'set-up', path: setUp, isOutside: true },
    { name: 'sign-in', path: '/sign-in', isOutside: true, prepare: fillIn },
    { name: 'invitation', path: invitation, isOutside: true },
    { name: 'overview', path: '/overview', height: 1160, prepare: hoverChart },
    { name: 'overview-mobile', path: '/overview', width: 390, height: 1258, prepare: waitForChart },
    { name: 'campaigns', path: '/campaigns?status=!archived', height: 964 },
    { name: 'campaigns-drawer', path: `/campaigns?${here}`, height: 964, prepare: openDrawer },
    { name: 'campaigns-budget', path: `/campaigns?${here}`, height: 964, prepare: openBudget },
    { name: 'campaigns-mobile', path: `/campaigns?${here}`, width: 390, height: 1010 },
    { name: 'conversions', path: `/conversions?${here}`, prepare: (page) => sendSales(page, company) },
    { name: 'tags', path: `/tags?${here}&container=7001` },
    { name: 'activity', path: `/activity?${here}&open=${entries[0]?.id}`, height: 1010 },
    { name: 'playground', path: `/playground?${here}&channel=social&tool=list_social_campaigns`, prepare: runTool },
    { name: 'reference', path: `/playground?${here}&channel=search&tool=update_campaign&view=reference` },
    { name: 'docs', path: '/docs#search/get_customer', isOutside: true },
    { name: 'sheets', path: `/sheets?${here}`, height: 620, prepare: (page) => button(page, 'Budgets 2027').click() },
    { name: 'connections', path: `/connections?${here}`, height: 880, prepare: testAll },
    { name: 'api-keys', path: `/keys?${here}` },
    { name: 'api-keys-create', path: `/keys?${here}`, prepare: (page) => button(page, 'Create key').click() },
    { name: 'api-keys-shown-once', path: `/keys?${here}`, prepare: makeKey },
    { name: 'consent', path: authorize, height: 860, prepare: letWrite },
    { name: 'history', path: `/history?${here}` },
    { name: 'history-undo', path: `/history?${here}`, prepare: openUndo },
    { name: 'stop', path: `/campaigns?${here}`, height: 964, prepare: openStop },
    { name: 'limits', path: `/limits?${here}`, height: 1010, prepare: (page) => setLimit(page, company) },
    { name: 'approvals', path: `/approvals?${here}`, height: 964, prepare: (page) => askForMore(page, company) },
    { name: 'media-plans', path: `/media-plans?${here}`, prepare: (page) => keepPlans(page, company) },
    { name: 'plan-sheet', path: `/media-plans?${here}`, prepare: (page) => openPlan(page, company) },
    {
      name: 'plan-sheet-mobile',
      path: `/media-plans?${here}`,
      width: 390,
      height: 1568,
      prepare: (page) => openPlan(page, company),
    },
    { name: 'members', path: '/members' },
    { name: 'account', path: '/account', height: 620 },
    // Its days pass on the sandbox's clock, so that the other pages are of before.
    { name: 'alerts', path: `/alerts?${here}`, height: 1400, prepare: (page) => watch(page, company) },
    { name: 'alerts-mobile', path: `/alerts?${here}`, width: 390, height: 1568 },
    { name: 'alerts-monitor', path: `/alerts?${here}`, prepare: tryMonitor },
    { name: 'alerts-endpoints', path: `/alerts/endpoints?${here}` },
    // What is switched on here would meet the other pages,
    {
      name: 'rehearsal',
      path: `/rehearsal?${here}`,
      height: 960,
      prepare: (page) => switchFaultsOn(page, company),
    },
    // and the tokens of a sign-in would stand in its ledger.
    { name: 'connections-dialog', path: `/connections?${here}`, prepare: connect },
  ];
}

/** What a German agency sent, checked, with three rows that stay out. */
async function keepPlans(page: Page, { owner, acme, home }: ExampleCompany): Promise<void> {
  const { person } = await owner.api.session.me.query();
  const found = await home.mediaPlans.list([acme], 1);
  const { organization_id: organizationId } = await home.store.db
    .selectFrom('workspaces')
    .select('organization_id')
    .where('id', '=', acme)
    .executeTakeFirstOrThrow();
  if (found.length === 0) {
    await keepExample(home, { organizationId, workspaceId: acme, by: person.id, name: 'Brand 2027', rows: 3 });
    const by = await otherPerson(owner, acme);
    await keepExample(home, { organizationId, workspaceId: acme, by, name: 'Holiday 2026', state: 'waiting' });
  }
  await page.reload();
  await page.getByText('Holiday 2026').first().waitFor();
}

async function otherPerson(owner: ExampleCompany['owner'], acme: string): Promise<string> {
  const planner = await invited(owner, 'planner@acme.example', 'member', acme);
  return (await planner.api.session.me.query()).person.id;
}

async function openPlan(page: Page, company: ExampleCompany): Promise<void> {
  await keepPlans(page, company);
  await page.getByText('Holiday 2026').first().click();
  await page.getByText('What will be made?').waitFor();
  // The pointer stays where the row was, over a column that would tell how it was found.
  await page.mouse.move(0, 0);
}

/** Monitors of the usual kinds, a budget ten times as large that they find days later, and what the month may cost. */
async function watch(page: Page, company: ExampleCompany): Promise<void> {
  const { call, runJobs, key, owner, home } = company;
  const { result } = await call('workspace', 'list_monitors', {}, { key });
  if (result.monitors.length === 0) {
    await runJobs();
    const kinds = ['spend_spike', 'zero_delivery', 'conversions_stopped', 'cpa_drift', 'ctr_drop'];
    for (const kind of [...kinds, 'account_problem', 'token_expiry', 'over_limit', 'plan_waiting'])
      await call('workspace', 'create_monitor', { kind }, { key });
    const rows = [
      { name: 'Acme, all channels', amount: '56000', currency: 'USD' },
      { name: 'Search', amount: '13000', currency: 'USD', channel: 'search' },
      { name: 'Video', amount: '15000', currency: 'USD', channel: 'video' },
    ];
    await call('workspace', 'set_budget_plan', { month: '2026-11', rows }, { key });
    const found = await call('search', 'list_campaigns', {}, { key });
    const { id } = found.result.campaigns.find(({ name }: { name: string }) => name === 'Search – Shoes');
    await call('search', 'update_campaign', { campaign_id: id, budget: 1900 }, { key });
    await owner.api.rehearsal.advance.mutate({ days: 2 });
    // The company's own clock stands still.
    for (let run = 0; run < 2; run++) {
      await home.store.db.updateTable('jobs').set({ run_at: 0 }).execute();
      await runJobs();
    }
  }
  await page.reload();
  await page.getByText('Firing').first().waitFor();
}

async function tryMonitor(page: Page): Promise<void> {
  await button(page, 'New monitor').click();
  await button(page, 'Look').click();
  await page.getByText(/would have fired/).waitFor();
}

async function sendSales(page: Page, company: ExampleCompany): Promise<void> {
  // The sandbox is a week ahead, and the platforms take what is a week old: everything happens now.
  await tellOfSales(company, company.now.getTime(), 0);
  await page.reload();
  await page.getByText('ord-88412').first().waitFor();
}

/** Where a client that registered itself sends its person. */
async function authorizeAddress({ url }: ExampleCompany): Promise<string> {
  const oauth = new OAuthClient(url);
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback';
  const { client_id } = await oauth.registered({ client_name: 'Claude', redirect_uris: [redirect_uri] });
  const address = new URL(oauth.authorizeUrl(client_id, { redirect_uri, resource: `${PICTURED_URL}/mcp` }));
  return address.pathname + address.search;
}

async function letWrite(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Read and write/ }).check();
  await page.getByLabel('May raise, in all, USD').fill('500');
}

async function openUndo(page: Page): Promise<void> {
  await button(page, /^Undo$/).click();
  await page.getByRole('dialog').getByText('nothing has been sent yet').waitFor();
}

async function openStop(page: Page): Promise<void> {
  await button(page, 'Stop spending').click();
  await page
    .getByRole('dialog')
    .getByText(/^worst day/)
    .first()
    .waitFor();
}

async function setLimit(page: Page, { owner, acme }: ExampleCompany): Promise<void> {
  const amounts = { daily: '4000', month: '90000', step: '50' };
  await owner.api.limits.set.mutate({ workspaceId: acme, of: { scope: 'workspace' }, currency: 'USD', amounts });
  await page.reload();
  await page
    .getByText(/ left$/)
    .first()
    .waitFor();
}

/** An agent asks for more than its rules let it do alone. */
async function askForMore(page: Page, { owner, acme, call }: ExampleCompany): Promise<void> {
  await owner.api.approvals.setPolicy.mutate({ workspaceId: acme, rules: { raise: 'approve' } });
  const { keys } = await owner.api.keys.list.query({ workspaceIds: [acme] });
  if (!keys.some(({ name }) => name === 'budget-agent')) {
    // Of another person, because people may not approve the plans of their own keys.
    const buyer = await invited(owner, 'buyer@acme.example', 'member', acme);
    const { key } = await buyer.api.keys.create.mutate({ workspaceId: acme, name: 'budget-agent', readOnly: false });
    const { result } = await call('social', 'list_social_campaigns', { name_contains: 'Always on' }, { key });
    const reason = 'Sold out slots at this cost for three days; 30 more a day still returns 4.1 times what it costs.';
    const args = { campaign_id: result.campaigns[0].id, daily_budget: 240, reason };
    await call('social', 'update_social_campaign', args, { key });
  }
  await page.reload();
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .waitFor();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('owner@acme.example');
  await page.locator('input[type=password]').fill('correct horse battery');
}

async function waitForChart(page: Page): Promise<void> {
  await page.locator('.recharts-bar-rectangle').first().waitFor();
}

async function hoverChart(page: Page): Promise<void> {
  await waitForChart(page);
  const box = (await page.locator('.recharts-surface').first().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.4);
}

const openDrawer = (page: Page) => button(page, 'Always on: prospecting').click();

async function openBudget(page: Page): Promise<void> {
  await openDrawer(page);
  await button(page, 'Change budget').click();
  await page.getByLabel('After').fill('240');
}

async function runTool(page: Page): Promise<void> {
  await button(page, /^Run/).click();
  await page.getByText('Answered').waitFor();
}

async function testAll(page: Page): Promise<void> {
  await button(page, 'Test all').click();
  const unasked = page.getByText('not asked yet');
  while ((await unasked.count()) > 0) await unasked.first().waitFor({ state: 'detached' });
}

async function switchFaultsOn(page: Page, { owner }: ExampleCompany): Promise<void> {
  await owner.api.rehearsal.clearFaults.mutate({});
  await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'cut_after' });
  await page.reload();
  await page.locator('.recharts-line-curve').first().waitFor();
  await page.getByText('1 switched on').waitFor();
}

/** Through the platform's own sign-in page, and back. */
async function connect(page: Page): Promise<void> {
  await button(page, 'More about Video').click();
  await page.getByRole('menuitem', { name: 'Sign in again …' }).click();
  await button(page, 'Sign in at Video').click();
  await button(page, 'Allow').click();
  await page.getByText('The platform says this is').waitFor();
}

async function makeKey(page: Page): Promise<void> {
  await button(page, 'Create key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('weekly-review');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('region', { name: 'The key', exact: true }).waitFor();
}

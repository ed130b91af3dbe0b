import { spawn } from 'node:child_process';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../test/chromium.ts';
import { cleanEnvironment, ROOT, type Running, running, temporaryFolder } from '../test/start/command-line.ts';
import { Browser, PASSWORD } from '../test/web/browser.ts';
import { cookiesOf } from '../test/web/built-pages.ts';

/**
 * How long a person waits, on the sandbox: for the second `npm start`, and for pages in a browser that has loaded nothing
 * yet. Prints medians; only figures of a machine that does nothing else mean anything.
 */
const ROUNDS = 5;
const PAGES = {
  '/sign-in': 'input[type=password]',
  '/overview': '.recharts-bar-rectangle',
  '/campaigns': '[data-row]',
  '/activity': '[data-row]',
  '/keys': '[data-row]',
};

const folder = temporaryFolder();
const start = async () => {
  const began = performance.now();
  const environment = cleanEnvironment({ ADHELM_DATA: folder.path });
  const service = await running(spawn('npm', ['start'], { cwd: ROOT, env: environment, detached: true }));
  return { service, ms: performance.now() - began };
};
/** npm's own process first, and with it everything that it started. */
const stop = async ({ pid, stop }: Running) => {
  process.kill(-pid, 'SIGTERM');
  await stop();
};

const first = await start();
const link = /set-up\?link=(\w+)/.exec(first.service.stdout())?.[1] ?? '';
await stop(first.service);
const { service, ms } = await start();
console.log(`first npm start ${show(first.ms)}, second ${show(ms)}`);

const owner = new Browser(service.url);
const account = { link, name: 'Example Owner', email: 'owner@acme.example', password: PASSWORD, organization: 'Acme' };
await owner.api.session.setUp.mutate(account);
const chromiumBrowser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
for (const [path, whole] of Object.entries(PAGES)) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await open(path, whole));
  const [heading, complete] = [rounds.map((one) => one.heading), rounds.map((one) => one.complete)];
  console.log(
    `${path.padEnd(12)} answers keys after ${show(median(heading))}, complete after ${show(median(complete))}`,
  );
}
await chromiumBrowser.close();
await stop(service);
folder.remove();

async function open(path: string, whole: string): Promise<{ heading: number; complete: number }> {
  const context = await chromiumBrowser.newContext();
  if (path !== '/sign-in') await context.addCookies(cookiesOf(owner, service.url));
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(service.url + path, { waitUntil: 'commit' });
  await answersKeys(page);
  const heading = performance.now() - began;
  await page.locator(whole).first().waitFor();
  const complete = performance.now() - began;
  await context.close();
  return { heading, complete };
}

/** Drawn, and with nothing left to do that would hold up a key. */
async function answersKeys(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.evaluate('new Promise((idle) => requestIdleCallback(idle))');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function show(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

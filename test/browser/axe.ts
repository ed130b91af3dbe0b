import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The packed form: a browser reads it in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page itself and no frames, since ours have none; of what is found only what is told below. */
const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  ...{ iframes: false, preload: false, performanceTimer: false, selectors: false },
};

/** What axe finds on the page or in the dialog that lies over it, by all of its rules or by some. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Once a document: reading axe takes as long as a short page takes to be checked.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // A tooltip under a mouse that was left there stands outside of every part of the page, as tooltips do.
  await page.mouse.move(0, 0);
  await page.evaluate(ENDED);
  const options = { ...OPTIONS, ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return page.evaluate<string[]>(`(${findViolations})(${JSON.stringify(options)})`);
}

/** Runs in the page. */
async function findViolations(options: RunOptions): Promise<string[]> {
  const { axe, document } = globalThis as unknown as {
    axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> };
    document: { querySelector(selector: string): unknown };
  };
  const { violations: found } = await axe.run(
    document.querySelector('[role=dialog][aria-modal=true]') ?? document,
    options,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Turns the theme, and waits until the page is drawn in it: colours in between would fail the contrast check. */
export async function turnTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await page.evaluate(ENDED);
}

const ENDED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished))`;

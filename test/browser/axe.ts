import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds on the page or in the dialog that lies over it, by all of its rules or by some. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // The other mode opens a page of its own each time, for frames that ours do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const dialog = '[role=dialog][aria-modal=true]';
  if (await page.locator(dialog).count()) axe.include(dialog);
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
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

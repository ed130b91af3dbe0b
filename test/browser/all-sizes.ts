import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isLong } from '../seed.ts';
import { turnTheme, violations } from './axe.ts';
import { isComplete } from './windows.ts';

/** What stands on a page at 2560 px is what stands there at 1280, in colours that no width changes: more only in a long run. */
const WIDTHS = [360, 768, 1280, ...(isLong ? [2560] : [])];
const AXE_WIDTHS = { light: isLong ? WIDTHS : [360, 1280], dark: isLong ? WIDTHS : [1280] };
/** Where pictures are put, for a person to look at; none are taken without. */
const PICTURES = process.env.PICTURES;

/** Fields and buttons that stand out of what they are in; only tables may be scrolled sideways. */
const CUT_OFF = `[...document.querySelectorAll('input:not([type=hidden]), textarea, button')].flatMap((field) => {
  let around = field.parentElement;
  while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
  const isCut = around && field.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
  return isCut && field.offsetWidth > 0 && !field.closest('table') ? [field.ariaLabel ?? field.outerHTML.slice(0, 120)] : [];
})`;

/** Words of buttons that the button is too narrow for. */
const CUT_WORDS = `[...document.querySelectorAll('.mantine-Button-label')]
  .filter((label) => label.clientWidth > 0 && label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent)`;

/**
 * One load, then the window is made narrow and wide and the theme is turned, as a person would: axe finds nothing, and
 * nothing runs out of the page. `axe: false` for rows that axe has seen a few of; `words`: no
 * button cuts its own.
 */
export async function lookAtAllSizes(page: Page, name: string, { axe = true, words = false } = {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await isComplete(page);
    for (const scheme of ['light', 'dark'] as const) {
      const isChecked = axe && AXE_WIDTHS[scheme].includes(width);
      if (!isChecked && !PICTURES) continue;
      await turnTheme(page, scheme);
      await picture(page, `${name.replaceAll(/\W+/g, '-')}-${width}-${scheme}`);
      if (!isChecked) continue;
      // Of what axe looks at, only contrast follows the theme.
      const found = await violations(page, scheme === 'dark' ? ['color-contrast'] : undefined);
      expect(found, `${name}, ${width} px, ${scheme}`).toEqual([]);
    }
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(beyond, `${name} runs out of the page at ${width} px`).toBeLessThanOrEqual(0);
    expect(await page.evaluate(CUT_OFF), `${name}, cut off at ${width} px`).toEqual([]);
    if (words) expect(await page.evaluate(CUT_WORDS), `${name}, words cut at ${width} px`).toEqual([]);
  }
}

export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

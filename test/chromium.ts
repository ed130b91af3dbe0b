import { findProgram } from './debian-package.ts';

/** A browser of this machine. */
export function findChromium(): string | undefined {
  return findProgram(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'], 'chromium');
}

/** Quiet: nothing is asked of anybody but the page under test. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

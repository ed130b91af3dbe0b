import { findProgram } from './debian-package.ts';

/** The path of a Chromium installed on this machine. */
export function findChromium(): string | undefined {
  return findProgram(
    ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    'chromium-headless-shell',
  );
}

/** Turns off background traffic, so that the only requests are those of the page under test. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

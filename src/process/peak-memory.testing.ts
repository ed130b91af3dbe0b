import { readFileSync } from 'node:fs';

/**
 * The most memory this program has had, in bytes. Linux hands the peak of `getrusage` down from the program that started
 * this one, so the kernel's own mark for this program is read where there is one.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

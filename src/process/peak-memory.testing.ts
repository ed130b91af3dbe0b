import { readFileSync } from 'node:fs';

/**
 * The peak memory of this program in bytes. On Linux `getrusage` includes the peak of the parent process, so the
 * kernel's own figure for this program is read where there is one.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

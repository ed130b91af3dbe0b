import { createLog, type Log } from './log.ts';

/** A log that can be read, for tests. */
export function readableLog(
  level: Parameters<typeof createLog>[0] = 'debug',
  now: () => number = Date.now,
  secrets?: RegExp,
): { log: Log; text(): string } {
  let text = '';
  const sink = (lines: string) => {
    text += lines;
  };
  const log = createLog(level, sink, now, secrets);
  return {
    log,
    text() {
      log.flush();
      return text;
    },
  };
}

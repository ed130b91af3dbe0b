const PARENT = process.ppid;
const LOOK_EVERY_MS = 250;

/** Resolves when the process is told to end: by whatever supervises it, by Ctrl-C, or by the end of the npm it runs under. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    if (process.env.npm_lifecycle_event !== undefined) onceOrphaned(resolve);
  });
}

/** npm hands a signal to its shell, which dies of it without telling us: all we see is another parent. */
function onceOrphaned(then: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  timer.unref();
}

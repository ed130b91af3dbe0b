const PARENT = process.ppid;
const LOOK_EVERY_MS = 250;
const IMPATIENT_AFTER_MS = 1_000;

/**
 * Resolves when the process is told to end: by its supervisor, by Ctrl-C, or by the end of the npm it runs
 * under. Told once more a while later, it ends at once; right away it is the same Ctrl-C, passed on by npm.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let toldAt: number | undefined;
    const tell = () => {
      if (toldAt !== undefined && Date.now() - toldAt > IMPATIENT_AFTER_MS) process.exit(1);
      toldAt ??= Date.now();
      resolve();
    };
    process.on('SIGTERM', tell);
    process.on('SIGINT', tell);
    if (process.env.npm_lifecycle_event !== undefined) onceOrphaned(tell);
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

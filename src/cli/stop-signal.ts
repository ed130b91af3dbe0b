/** Resolves when the process is told to end: by whatever supervises it, or by Ctrl-C. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
}

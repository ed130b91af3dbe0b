import { setTimeout as sleep } from 'node:timers/promises';

// One process that runs many commands, one after the other, as `bin/adhelm.mjs` runs one: loading the program takes most of a short
// command's time. A command has ended when nothing it opened would keep a process of its own alive.
const ENDS_WITHIN_MS = 20_000;
const MAIN = new URL('../../src/main.ts', import.meta.url);

let commands = 0;
let last = Promise.resolve();

process.on('message', ({ args, environment }) => {
  last = last.then(async () => process.send(await run(args, environment)));
});
process.once('disconnect', () => process.exit(0));
// As bin/adhelm.mjs does before it loads the program.
await import('../../bin/relative-imports.mjs');

async function run(args, environment) {
  const opened = process.getActiveResourcesInfo();
  const text = { stdout: '', stderr: '' };
  const real = { argv: process.argv, env: process.env, stdout: process.stdout.write, stderr: process.stderr.write };
  process.argv = [process.execPath, 'adhelm', ...args];
  process.env = environment;
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (piece) => {
      text[name] += piece;
      return true;
    };
  }
  process.exitCode = undefined;
  try {
    commands += 1;
    // The entry point runs when it is loaded: a new address for each command, while all it imports stays loaded.
    await import(`${MAIN.href}?command=${commands}`);
    const left = await untilClosed(opened);
    if (left.length > 0) text.stderr += `the command left open: ${left.join()}\n`;
    return { code: process.exitCode ?? 0, ...text };
  } finally {
    process.argv = real.argv;
    process.env = real.env;
    process.stdout.write = real.stdout;
    process.stderr.write = real.stderr;
    for (const name of ['stdout', 'stderr']) process[name].removeAllListeners('error');
    process.exitCode = undefined;
  }
}

/** What a command has opened and not closed, once it had the time to. */
async function untilClosed(opened) {
  for (const deadline = performance.now() + ENDS_WITHIN_MS; ; await sleep(5)) {
    const left = process.getActiveResourcesInfo();
    for (const one of opened) if (left.includes(one)) left.splice(left.indexOf(one), 1);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
}

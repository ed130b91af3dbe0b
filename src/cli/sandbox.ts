import { join } from 'node:path';
import { startSandbox } from '../sandbox/program.ts';
import type { Command } from './command.ts';

export const sandbox: Command = {
  name: 'sandbox',
  summary: "Starts the sandbox alone: the platforms' emulators and their control address, on loopback.",
  options: { port: { type: 'string', meaning: 'First port (ADHELM_SANDBOX_PORT)', value: 'PORT' } },
  async run({ settings, options, json, print }) {
    const port = options.port === undefined ? settings.sandboxPort : settings.port;
    const running = await startSandbox({ file: join(settings.data, 'sandbox.sqlite'), port });
    if (json) print(JSON.stringify({ control: running.controlOrigin, platforms: running.origins }));
    else {
      print(`Sandbox control address: ${running.controlOrigin}`);
      for (const [platform, origin] of Object.entries(running.origins)) print(`  ${platform.padEnd(14)} ${origin}`);
    }
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', () => resolve());
      process.once('SIGINT', () => resolve());
    });
    await running.close();
    return 0;
  },
};

import { sandboxFile } from '../process/data-files.ts';
import { startSandbox } from '../sandbox/program.ts';
import type { Command } from './command.ts';
import { requireUsableFolder } from './data-folder.ts';
import { stopSignal } from './stop-signal.ts';

export const sandbox: Command = {
  name: 'sandbox',
  summary: "Starts the sandbox alone: the platforms' emulators and their control address, on loopback.",
  options: {
    port: { type: 'string', meaning: 'First port (ADHELM_SANDBOX_PORT)', value: 'PORT', setting: 'sandboxPort' },
  },
  async run({ settings, json, print }) {
    requireUsableFolder(settings);
    const running = await startSandbox({ file: sandboxFile(settings), port: settings.sandboxPort });
    // Listen before printing the address: its reader may send SIGTERM at once.
    const stopping = stopSignal();
    const { controlOrigin, origins } = running;
    const rows = Object.entries(origins).map(([platform, origin]) => `  ${platform.padEnd(14)} ${origin}`);
    print(
      json
        ? JSON.stringify({ control: controlOrigin, platforms: origins })
        : [`Sandbox control address: ${controlOrigin}`, ...rows].join('\n'),
    );
    await stopping;
    await running.close();
    return 0;
  },
};

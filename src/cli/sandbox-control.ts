import type { Settings } from '../config.ts';
import { UsageError } from './command.ts';

/** The control address of the sandbox that runs beside the service. */
export function sandboxControl({ sandboxPort }: Settings): string {
  return `http://127.0.0.1:${sandboxPort}`;
}

/** Where the platforms' emulators listen. */
export async function sandboxOrigins(control: string): Promise<Record<string, string>> {
  try {
    const reply = await fetch(control, { signal: AbortSignal.timeout(2_000) });
    return ((await reply.json()) as { origins: Record<string, string> }).origins;
  } catch {
    throw new UsageError(`No sandbox answers at ${control}. It runs beside the service: npm start`);
  }
}

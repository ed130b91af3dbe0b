import type { Settings } from '../config.ts';
import { runningService } from './running-service.ts';

/** Where the running service says its sandbox is; else where it would be. */
export function sandboxControl(settings: Settings): string | undefined {
  const running = runningService(settings);
  if (running) return running.sandbox;
  return settings.sandbox === 'off' || settings.sandboxPort === 0
    ? undefined
    : `http://127.0.0.1:${settings.sandboxPort}`;
}

/** Where the platforms' emulators listen; nowhere when the sandbox does not answer. */
export async function sandboxOrigins(control: string | undefined): Promise<Record<string, string>> {
  if (control === undefined) return {};
  try {
    const reply = await fetch(control, { signal: AbortSignal.timeout(2_000) });
    return ((await reply.json()) as { origins: Record<string, string> }).origins;
  } catch {
    return {};
  }
}

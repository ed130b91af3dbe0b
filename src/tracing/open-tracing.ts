import type { Ambient } from '../ambient.ts';
import type { Settings } from '../config.ts';
import type { Tracing } from './otlp-tracing.ts';

/** The tracing library is loaded only where an endpoint is configured. */
export async function openTracing(settings: Settings, ambient: Ambient): Promise<Tracing | undefined> {
  if (settings.otlpEndpoint === '') return undefined;
  const { otlpTracing } = await import('./otlp-tracing.ts');
  return otlpTracing(settings, ambient);
}

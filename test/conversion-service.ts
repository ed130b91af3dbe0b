import { passingTime } from './passing-time.ts';
import { type ReportingService, startReportingService } from './reporting-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
export type Any = any;

export interface ConversionService extends ReportingService {
  now(): number;
  /** Lets time pass, for the service and the sandbox alike. */
  pass(ms: number): Promise<void>;
  /** A sale of an hour ago that every platform can match. */
  sale(eventId: string, more?: Record<string, unknown>): Record<string, unknown>;
  fault(platform: string, kind: string, more?: Record<string, unknown>): Promise<void>;
  clearFaults(): Promise<void>;
}

/** A service with the four platforms, and events to tell them of. */
export async function startConversionService(): Promise<ConversionService> {
  const { ambient, sleep } = passingTime();
  const service = await startReportingService({ ambient, sleep });
  return {
    ...service,
    now: ambient.now,
    pass: (ms) => sleep(ms, new AbortController().signal),
    sale: (event_id, more = {}) => ({
      event: 'purchase',
      event_id,
      happened_at: new Date(ambient.now() - 3_600_000).toISOString(),
      value: { amount: '12.50', currency: 'EUR' },
      person: { email: 'ada@acme.example', first_name: 'Ada', last_name: 'Love', country: 'US' },
      click: { gclid: 'EAIaIQobChMI7o', ttclid: 'E.C.P.x', li_fat_id: '7b1a0c2e-2f0d-4f4e-9c0b-6f6f1d2b3c4d' },
      url: 'https://acme.example/thanks',
      browser: { user_agent: 'Mozilla/5.0', ip: '203.0.113.9' },
      ...more,
    }),
    fault: (platform, kind, more = {}) => service.control('/faults', 'POST', { platform, kind, times: 1000, ...more }),
    clearFaults: () => service.control('/faults', 'DELETE'),
  };
}

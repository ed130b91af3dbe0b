const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** The caller's trace context (W3C Trace Context); undefined when the header is missing or unusable. */
export function parseTraceparent(
  text: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16) & 1 };
}

const VERSION = /^v\d+\.\d+$/;

export function splitPath(pathname: string): { version: string | undefined; segments: string[] } {
  const segments = pathname.split('/').filter(Boolean).map(decodeSegment);
  return VERSION.test(segments[0] ?? '')
    ? { version: segments[0], segments: segments.slice(1) }
    : { version: undefined, segments };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export interface FilePart {
  field: string;
  filename: string;
  content: Buffer;
}

export interface Multipart {
  values: [string, string][];
  files: FilePart[];
}

/** The parts of a `multipart/form-data` body; undefined when the content type names no boundary. */
export function parseMultipart(contentType: string, raw: Buffer): Multipart | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const body: Multipart = { values: [], files: [] };
  for (const part of partsOf(raw, Buffer.from(`--${boundary}`))) {
    const headEnd = part.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const head = part.subarray(0, headEnd).toString('utf8');
    const content = part.subarray(headEnd + 4);
    const field = /\bname="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /\bfilename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) body.values.push([field, content.toString('utf8')]);
    else body.files.push({ field, filename, content });
  }
  return body;
}

function* partsOf(raw: Buffer, delimiter: Buffer): Iterable<Buffer> {
  let start = raw.indexOf(delimiter);
  while (start >= 0) {
    const from = start + delimiter.length + 2;
    const next = raw.indexOf(delimiter, from);
    if (next < 0) return;
    yield raw.subarray(from, next - 2);
    start = next;
  }
}

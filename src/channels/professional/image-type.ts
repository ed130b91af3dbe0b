const SIGNATURES: readonly (readonly [string, Buffer])[] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/gif', Buffer.from('GIF8')],
];

/** By what the file begins with: its name and what a server calls it say nothing. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0];
}

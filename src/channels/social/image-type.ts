const SIGNATURES = { jpeg: 'ffd8ff', png: '89504e470d0a1a0a', gif: '474946383' } as const;

/** By its first bytes, never by its name. */
export function imageTypeOf(bytes: Buffer): keyof typeof SIGNATURES | undefined {
  const start = bytes.subarray(0, 8).toString('hex');
  const found = Object.entries(SIGNATURES).find(([, signature]) => start.startsWith(signature));
  return found?.[0] as keyof typeof SIGNATURES | undefined;
}

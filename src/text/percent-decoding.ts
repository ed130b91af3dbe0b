/** Text from outside without its percent signs; what is no such text stays as it was sent. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

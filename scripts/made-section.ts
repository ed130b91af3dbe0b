const END = '<!-- End of what is made. -->';

/** A page with its made section replaced: what stands between the marks. A page that has none gets the section at its end. */
export function withSection(text: string, source: string, section: readonly string[]): string {
  const begin = `<!-- Made from ${source} by \`npm run docs\`; do not edit by hand. -->`;
  const made = [begin, ...section, END].join('\n');
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  return from < 0 || to < from
    ? `${text.trimEnd()}\n\n${made}\n`
    : text.slice(0, from) + made + text.slice(to + END.length);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS, KEY_VARIABLE, type Snippet } from '../src/text/client-snippets.ts';
import { withSection } from './made-section.ts';

const PLACE = { origin: 'https://ads.example.com', name: 'ads', channels: [] };

/** The README's section on connecting each client. */
export function clientDocs(root: string): [string, string][] {
  const file = join(root, 'README.md');
  return [
    [file, withSection(readFileSync(file, 'utf8'), 'src/text/client-snippets.ts', CLIENTS.flatMap(clientSection))],
  ];
}

function clientSection({ name, language, write, signInOnly }: Snippet): string[] {
  const fenced = (text: string) => [`\`\`\`${language}`, text, '```'];
  return [
    '<details>',
    `<summary>${name}</summary>`,
    '',
    signInOnly ? 'By sign-in (it takes no key):' : 'By sign-in:',
    '',
    ...fenced(write(PLACE)),
    '',
    ...(signInOnly ? [] : ['By key:', '', ...fenced(write({ ...PLACE, key: KEY_VARIABLE })), '']),
    '</details>',
  ];
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/config.ts';
import { filesBelow, ROOT, SRC, sources } from './source-tree.ts';

const FOLDERS = ['src', 'test', 'web', 'scripts', 'bench', 'bin', 'docs'];
const everyFile = FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder)));

const read = (file: string) => ({ file, path: relative(ROOT, file), text: readFileSync(file, 'utf8') });

const pages = [...everyFile, ...readdirSync(ROOT).map((name) => join(ROOT, name))]
  .filter((file) => file.endsWith('.md'))
  .map(read);

/** Text written as code: between backticks, or a line of a block without a language. */
function codeIn(text: string): string[] {
  const lines = [...text.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block]) => block!.split('\n'));
  const spans = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  return [...lines, ...spans];
}

/** Every statement on a page for which `isTrue` is false, with the page. */
function untrue<Said>(
  find: (text: string) => Said[],
  isTrue: (said: Said, file: string) => boolean,
  texts = pages,
): string[] {
  return texts.flatMap(({ file, path, text }) =>
    find(text)
      .filter((said) => !isTrue(said, file))
      .map((said) => `${path}: ${String(said)}`),
  );
}

test('a page names only files and folders that are there, and that of a channel its own', () => {
  const named = (text: string) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|md)|[\w./-]+\/)`/g)].map(([, name]) => name!);
  const isThere = (name: string, file: string) => {
    if (existsSync(join(dirname(file), name)) || existsSync(join(ROOT, name))) return true;
    if (name.endsWith('/')) return existsSync(join(SRC, name)) || !FOLDERS.includes(name.split('/')[0]!);
    return !file.startsWith(join(SRC, 'channels')) && everyFile.some((one) => one.endsWith(`/${name}`));
  };
  expect(untrue(named, isThere)).toEqual([]);
});

test('links, anchors and pictures lead somewhere', () => {
  const links = (text: string) =>
    [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(([, link, picture]) => link ?? picture!);
  const leads = (link: string, file: string) => {
    const [to = '', anchor] = link.split('#');
    const target = to === '' ? file : join(dirname(file), to);
    return existsSync(target) && (anchor === undefined || anchorsIn(target).includes(anchor));
  };
  expect(untrue(links, leads)).toEqual([]);
});

function anchorsIn(page: string): string[] {
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('settings that pages, examples and the web application speak of are settings', () => {
  const known = new Set<string>(Object.values(SETTINGS).flatMap(({ env }) => [env, `${env}_FILE`]));
  // Variables of the command line as a caller, and of the exporter.
  for (const other of ['ADHELM_URL', 'ADHELM_API_KEY', 'OTEL_EXPORTER_OTLP_HEADERS']) known.add(other);
  const named = (text: string) => text.match(/\b(?:ADHELM|OTEL)_[A-Z_]*[A-Z]/g) ?? [];
  const others = everyFile.filter((file) => /\/web\/.*\.tsx?$|\/docs\/operations\//.test(file)).map(read);
  expect(untrue(named, (name) => known.has(name), [...pages, ...others])).toEqual([]);
});

test('commands that pages show are there, with their options', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const run = (text: string) => [...text.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name!);
  expect(untrue(run, (name) => name in scripts)).toEqual([]);

  const calls = (text: string) =>
    codeIn(text).flatMap((code) => /^(?:npm run --silent )?adhelm (?:-- )?([a-z].*)/.exec(code)?.[1] ?? []);
  const shared = ['command.ts', 'tool-calls.ts'].map((name) => readFileSync(join(SRC, 'cli', name), 'utf8')).join('');
  const isTaken = (code: string) => {
    const file = join(SRC, 'cli', `${code.split(' ')[0]}.ts`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') + shared : '';
    const options = [...code.matchAll(/ --([a-z][\w-]*)/g)].map(([, name]) => name!);
    return text !== '' && options.every((name) => new RegExp(`\\b${name}'?: \\{`).test(text));
  };
  expect(untrue(calls, isTaken)).toEqual([]);
});

/** `camelCase`, alone, with a member, or called: the name of something in the code. */
const NAME = /^(?!.*\.(?:js|md)$)(?:[a-z]\w*[A-Z]\w*|[A-Z]\w*\.[a-z]\w*)(?:\.\w+)*(?:\(.*\))?$/;

test('names that pages and comments write as code are in the code', () => {
  const withoutComments = sources.map(({ text, comments }) =>
    comments.reduce((rest, comment) => rest.replace(comment, ''), text),
  );
  const others = everyFile
    .filter(
      (file) => (file.startsWith(SRC) ? /\.json$/ : /\.(?:tsx?|mjs)$/).test(file) && file !== import.meta.filename,
    )
    .map((file) => readFileSync(file, 'utf8'));
  const words = new Set([...withoutComments, ...others].flatMap((text) => text.match(/\w+/g) ?? []));
  const isKnown = (code: string) =>
    NAME.exec(code)?.[0]
      .match(/\w+/g)
      ?.every((word) => words.has(word)) ?? true;
  const ofComments = sources.flatMap(({ path, comments }) =>
    comments
      .flatMap(codeIn)
      .filter((code) => !isKnown(code))
      .map((code) => `${basename(path)}: ${code}`),
  );
  expect([...untrue(codeIn, isKnown), ...ofComments]).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Program, parseSync } from 'oxc-parser';

export const ROOT = resolve(import.meta.dirname, '../..');
export const SRC = join(ROOT, 'src');

/** One file below `src`: its imports, comments and names. */
export interface Source {
  /** From `src`, with slashes. */
  path: string;
  text: string;
  /** Files it imports, types included, as paths from `src`. */
  imports: readonly string[];
  packages: readonly string[];
  /** Without the marks around them. */
  comments: readonly string[];
  /** Every name the file speaks of: variables, members, types. Asking for it takes time. */
  names(): ReadonlySet<string>;
  /** Its syntax tree. Asking for it takes time. */
  program(): Program;
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export const sources: readonly Source[] = filesBelow(SRC)
  .filter((file) => file.endsWith('.ts'))
  .map(read);

/** Shipped files: neither tests nor their helpers. */
export const code = sources.filter(({ path }) => !/\.(test|testing)\.ts$/.test(path));

export const layerOf = (path: string) => path.split('/')[0] ?? '';

function read(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const parsed = parseSync(file, text);
  const { module, comments, errors } = parsed;
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const requests = new Set([
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) =>
      literal(text.slice(moduleRequest.start, moduleRequest.end)),
    ),
  ]);
  return {
    path: fromSrc(file),
    text,
    imports: [...requests].filter(isFile).map((request) => fromSrc(resolve(dirname(file), request))),
    packages: [...requests].filter((request) => !isFile(request)),
    comments: comments.map(({ value }) => value),
    names: () => namesIn(parsed.program),
    program: () => parsed.program,
  };
}

function isFile(request: string): boolean {
  return request.startsWith('.');
}

function fromSrc(file: string): string {
  return relative(SRC, file).replaceAll('\\', '/');
}

/** An import whose path is computed at run time is left out. */
function literal(expression: string): string[] {
  const [, path] = /^'(.+)'$/.exec(expression) ?? [];
  return path === undefined ? [] : [path];
}

function namesIn(program: object): Set<string> {
  const names = new Set<string>();
  const waiting: object[] = [program];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, name } = node as { type?: unknown; name?: unknown };
    if ((type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.add(name);
    for (const inner of Object.values(node)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
  return names;
}

/** Groups of files that import each other in a circle of any length. */
export function cycles(files: readonly Pick<Source, 'path' | 'imports'>[]): string[][] {
  const imports = new Map(files.map(({ path, imports }) => [path, imports]));
  const reached = new Map<string, Set<string>>();
  for (const { path } of files) {
    const seen = new Set<string>();
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const imported of imports.get(next) ?? []) {
        if (seen.has(imported)) continue;
        seen.add(imported);
        waiting.push(imported);
      }
    }
    reached.set(path, seen);
  }
  const looping = files.map(({ path }) => path).filter((path) => reached.get(path)?.has(path));
  const groups = looping.map((path) =>
    looping.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)),
  );
  return groups.filter((group, index) => group[0] === looping[index]);
}

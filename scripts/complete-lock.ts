import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Not every registry holds the optional packages of every platform, and npm leaves out of the lock file what it cannot
 * find: `npm ci` then refuses the file. Names and versions stand in their parents' manifests, so the entries can be
 * written without asking a registry; the platform of a package is in its name.
 */
interface Entry {
  version?: string;
  integrity?: string;
  cpu?: string[];
  dev?: boolean;
  libc?: string[];
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, Entry>;
}

export function completeLock(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (holderOf(packages, path, name) !== undefined) continue;
      packages[path === '' ? `node_modules/${name}` : `${folderOf(path)}${name}`] = {
        version,
        ...asNpmSorts({ ...platformOf(name), ...(dev && { dev }), optional: true }),
      };
    }
  }
  return {
    ...lock,
    packages: Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
}

/** Otherwise the next `npm install` would rewrite the file. */
function asNpmSorts(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where Node would find `name` from the package at `path`. */
function holderOf(packages: Lock['packages'], path: string, name: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const found = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[found]) return found;
    if (from === '') return undefined;
    if (!from.includes('/node_modules/')) from = '';
  }
}

/** Beside its parent: that is where npm puts what only the parent asks for. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function platformOf(name: string): Pick<Entry, 'cpu' | 'os' | 'libc'> {
  const [, os, cpu, kind] =
    /-(aix|android|darwin|freebsd|linux|openharmony|sunos|win32)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(name) ?? [];
  if (os === undefined || cpu === undefined) throw new Error(`The name ${name} does not say which platform it is for.`);
  const libc = kind === 'musl' ? 'musl' : os === 'linux' ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] };
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../package-lock.json');
  writeFileSync(file, `${JSON.stringify(completeLock(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`);
}

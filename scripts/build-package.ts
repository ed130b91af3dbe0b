/**
 * Builds the npm package: `dist/package`, and packed beside it `dist/adhelm-VERSION.tgz`, which is what is published (another folder
 * than `dist` may be given). It holds JavaScript, because Node strips no types under node_modules, and built pages, so that it needs
 * only what the service itself imports.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const PACKAGE = join(FOLDER, 'package');
const COPIED = ['bin', 'dist/web', 'server.json', 'LICENSE', 'README.md', 'CHANGELOG.md'];
/** What source files read beside themselves. */
const DATA = ['src/facts/*.json', 'src/facts/NOTICE', 'src/sandbox/**/*.txt'];

interface Manifest {
  version: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
  [field: string]: unknown;
}

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });

/** The packages that the service imports; the others only build its pages. */
function importedPackages(): Set<string> {
  const texts = globSync('src/**/*.js', { cwd: PACKAGE }).map((file) => readFileSync(join(PACKAGE, file), 'utf8'));
  const specifiers = texts.flatMap((text) => [...text.matchAll(/(?:\bfrom |\bimport[ (])'([^.'][^']*)'/g)]);
  return new Set(
    specifiers.map(([, specifier = '']) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')),
  );
}

/** The fields a user of the package needs: no scripts, so that nothing of ours runs at installation. */
function publishedManifest(): Manifest {
  const { name, version, mcpName, description, license, type, engines, bin, dependencies, optionalDependencies } =
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const imported = importedPackages();
  const needed = Object.fromEntries(Object.entries(dependencies).filter(([dependency]) => imported.has(dependency)));
  const files = ['bin', 'src', 'dist', 'server.json', 'CHANGELOG.md'];
  return {
    name,
    version,
    mcpName,
    description,
    license,
    type,
    // npm 10 gives up on an optional peer of better-auth wherever no lock file tells it the versions.
    engines: { ...engines, npm: '>=11' },
    bin,
    files,
    dependencies: needed,
    optionalDependencies,
  };
}

rmSync(PACKAGE, { recursive: true, force: true });
run('node', 'scripts/build-pages.mjs');
run('tsc', '-p', 'tsconfig.package.json', '--outDir', join(PACKAGE, 'src'));
for (const path of [...COPIED, ...globSync(DATA, { cwd: ROOT })].filter((path) => existsSync(join(ROOT, path)))) {
  mkdirSync(dirname(join(PACKAGE, path)), { recursive: true });
  cpSync(join(ROOT, path), join(PACKAGE, path), { recursive: true });
}
const manifest = publishedManifest();
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const [packed] = JSON.parse(run('npm', 'pack', PACKAGE, '--pack-destination', FOLDER, '--json')) as {
  filename: string;
  size: number;
  unpackedSize: number;
}[];
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const file = join(FOLDER, packed!.filename);
console.log(
  `${megabytes(packed!.size)} packed, ${megabytes(packed!.unpackedSize)} unpacked. To publish it: npm publish ${file}`,
);

import { afterAll, beforeAll } from 'vitest';
import { fillSandboxIn } from '../../src/sandbox/filled.testing.ts';
import { adhelm, type Finished, type Running, serve, temporaryFolder } from './command-line.ts';

interface DataFolder {
  readonly path: string;
  /** A command on the data of the folder. */
  run(...words: string[]): Promise<Finished>;
}

/** A folder for the tests of a file, deleted after them. Its sandbox is filled already, unless it is to be `empty`. */
export function dataFolder(contents: 'filled' | 'empty' = 'filled'): DataFolder {
  const { path, remove } = temporaryFolder();
  if (contents === 'filled') beforeAll(() => fillSandboxIn(path));
  // Some hold several whole installations: deleting them takes a while on a busy disk.
  afterAll(remove, 600_000);
  return { path, run: (...words) => adhelm([...words, '--data', path]) };
}

/** The same, with a service that runs on it during the tests. */
export function servedFolder(environment: Record<string, string> = {}): DataFolder & { readonly service: Running } {
  const folder = dataFolder();
  let service: Running;
  beforeAll(async () => {
    service = await serve(folder.path, [], environment);
  });
  afterAll(() => service?.stop());
  return {
    ...folder,
    get service() {
      return service;
    },
  };
}

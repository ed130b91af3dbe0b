import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { LaunchedSandbox } from '../../src/sandbox/launch.ts';
import type { Order, Word } from './service-under-fire.ts';

type Wish = { make: string } | { revoke: string } | { look: true };
type Done = { key: string; keyId: string; heldMs: number; rssBytes: number };

interface Life {
  child: ChildProcess;
  /** Resolves to undefined when it died before it was ready. */
  url: Promise<string | undefined>;
  exited: Promise<void>;
}

/** A service that is killed and started again. Callers ask for its address and wait while it has none. */
export class Target {
  firstKey = '';
  readonly #data: string;
  readonly #databaseUrl: string;
  readonly #sandbox: LaunchedSandbox;
  readonly #jobs: 'on' | 'off';
  readonly #connected: 'some' | 'all';
  readonly #orders = new Map<number, (done: Done | undefined) => void>();
  #orderCount = 0;
  #life: Life;

  constructor(
    data: string,
    sandbox: LaunchedSandbox,
    databaseUrl = '',
    jobs: 'on' | 'off' = 'off',
    connected: 'some' | 'all' = 'some',
  ) {
    this.#data = data;
    this.#databaseUrl = databaseUrl;
    this.#sandbox = sandbox;
    this.#jobs = jobs;
    this.#connected = connected;
    this.#life = this.#start();
  }

  async url(): Promise<string> {
    for (;;) {
      const life = this.#life;
      const url = await life.url;
      if (url !== undefined) return url;
      if (life === this.#life) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** kill -9, wherever it happens to be. */
  async kill(): Promise<void> {
    const { child, exited } = this.#life;
    child.kill('SIGKILL');
    await exited;
  }

  restart(): void {
    this.#life = this.#start();
  }

  /** Undefined: it died before it could say that it was done. */
  order(wish: Wish): Promise<Done | undefined> {
    const id = this.#orderCount++;
    const { child, exited } = this.#life;
    return new Promise((resolve) => {
      this.#orders.set(id, resolve);
      void exited.then(() => resolve(undefined));
      child.send({ id, ...wish } satisfies Order, (error) => error && resolve(undefined));
    });
  }

  #start(): Life {
    const { controlOrigin, origins } = this.#sandbox;
    const { PATH = '' } = process.env;
    const args = [controlOrigin, JSON.stringify(origins), this.#connected];
    const child = fork(join(import.meta.dirname, 'service-under-fire.ts'), args, {
      env: {
        PATH,
        ADHELM_DATA: this.#data,
        ADHELM_PORT: '0',
        ADHELM_DATABASE_URL: this.#databaseUrl,
        ADHELM_RATE_POINTS: '1000000000',
        ADHELM_AUTH_FAILURES_MAX: '1000000',
        ADHELM_JOBS: this.#jobs,
        NODE_COMPILE_CACHE: join(this.#data, 'compiled'),
      },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const url = new Promise<string | undefined>((resolve) => {
      child.once('exit', () => resolve(undefined));
      child.on('message', (word: Word) => {
        if ('ready' in word) {
          this.firstKey = word.firstKey ?? this.firstKey;
          resolve(word.url);
        } else {
          const { done, key = '', keyId = '', heldMs = 0, rssBytes = 0 } = word;
          this.#orders.get(done)?.({ key, keyId, heldMs, rssBytes });
        }
      });
    });
    return { child, url, exited };
  }
}

import { beforeEach, describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { type Sandboxed, sandboxed } from '../sandboxed.ts';
import { EXAMPLES } from './examples/all.ts';
import type { Any, Example } from './examples/example.ts';

/** Every write tool of every channel, found by its declaration, under every fault of its platform. */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);

const CHANNELS = ['social', 'search', 'professional', 'video', 'tags'] as const;
/** After it, a breaker that faults have opened lets requests through again. */
const BREAKER_OPEN_MS = 30_000;

/** Tools without an example here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'search apply_recommendation': 'the platform offers a few, each of which can be taken once',
  'search dismiss_recommendation': 'the same',
};

/** Changes that no read of the platform shows, so that an accepted one has to be believed. */
const UNSEEN: Readonly<Record<string, string>> = {
  'social generate_system_user_token': 'the answer is the token',
  'social update_customer_list': 'the platform never lists members',
  'search update_customer_list': 'the platform never lists members',
  'search adjust_conversion': 'the platform shows no single conversions',
  'professional update_professional_audience_members': 'the platform never lists members',
  'social upload_ad_image': 'the answer is the hash of the content, and a creative that names a missing one is refused',
  'social send_conversions': 'the platform lists no events',
  'search send_conversions': 'the platform lists no events',
  'professional send_conversions': 'the platform lists no events',
  'video send_conversions': 'the platform lists no events',
  'video upload_image': 'the answer describes the image, and an ad that names a missing one is refused',
  'video upload_video': 'the answer describes the video, and list_videos shows when it is ready',
};

/**
 * Tools of several steps that begin with the one that counts: faults meet that one, and what becomes of the later ones is in the test
 * beside the tool.
 */
const IN_STEPS: Readonly<Record<string, string>> = {
  'tags roll_back': 'what visitors get comes first, then where drafts begin',
};

const FORMS = ['truncated', 'html', 'wrong_shape', 'empty'] as const;

for (const channel of CHANNELS) {
  const examples = EXAMPLES[channel]!;
  const writes = (byAddress.get(channel) ?? []).filter(
    ({ access, name }) => access !== 'read' && !(`${channel} ${name}` in ELSEWHERE),
  );

  describe(channel, () => {
    const sandbox = sandboxed(channel);
    beforeEach(async () => {
      await sandbox.clearFaults();
      await sandbox.passTime(BREAKER_OPEN_MS);
    });

    test('has an example for every write tool', () => {
      expect(Object.keys(examples).sort()).toEqual(writes.map(({ name }) => name).sort());
    });

    describe.each(writes.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
      const write = new Write(sandbox, tool, examples[name]!);

      test('cut off after it arrived: made once, and not called undone', async () => {
        await write.isMadeOnce(await write.under('cut_after'));
      });

      test('accepted and not made: not called made', async () => {
        const { effects, answer } = await write.under('accepted_not_applied');
        expect(effects).toBe((await write.usual()).before);
        const isBelieved = `${channel} ${name}` in UNSEEN;
        expect(verdict(answer) === 'applied', JSON.stringify(answer)).toBe(isBelieved);
      });

      test('refused: not applied, and nothing has changed', async () => {
        const { effects, answer } = await write.under('refused', { times: 60 });
        expect(effects).toBe((await write.usual()).before);
        expect(verdict(answer), JSON.stringify(answer)).toBe('not_applied');
        expect(reasonsIn(answer), JSON.stringify(answer)).toEqual(['permission_denied']);
      });

      const form = FORMS[writes.indexOf(tool) % FORMS.length];
      test(`answered by garbage (${form}): made once, and not called undone`, async () => {
        await write.isMadeOnce(await write.under('garbage', { form }));
      });

      test('whose read-back fails: not called undone, and nothing is made up', async () => {
        await write.isMadeOnce(await write.whenReadingFails());
      });
    });

    test('throttled: every write says that nothing has changed and when to come back', async () => {
      const asked: [Tool, Any][] = [];
      for (const tool of writes) asked.push([tool, await examples[tool.name]!(sandbox)]);
      await newEffects(sandbox);
      await sandbox.fault('throttle', '.', { times: 10_000 });
      for (const [tool, args] of asked) {
        const { result } = await sandbox.service().call(channel, tool.name, args);
        expect(result.error ?? result, tool.name).toMatchObject({
          code: 'rate_limited',
          outcome: 'not_applied',
          retryable: true,
        });
      }
      expect(await newEffects(sandbox)).toEqual([]);
    });
  });
}

/** How a call ended by its own words: a reply that lists what was not applied says so. */
function verdict(answer: Any): string {
  if (answer.error) return answer.error.outcome;
  const rows: Any[] = answer.results ?? [];
  if (rows.length > 0)
    return rows.every(isMade)
      ? 'applied'
      : rows.some(({ outcome }) => outcome === 'unknown')
        ? 'unknown'
        : 'not_applied';
  if (answer.added?.length === 0 && answer.removed?.length === 0) return 'not_applied';
  return answer.not_applied?.length > 0 && Object.keys(answer.applied).length === 0 ? 'not_applied' : 'applied';
}

/** The codes of what was refused, as a whole or row by row. */
function reasonsIn({ error, results = [] }: Any): string[] {
  return [...new Set([error, ...results.map((row: Any) => row.error)].flatMap((one) => (one ? [one.code] : [])))];
}

/** Events go out again only where the platform drops the second by a key of its own. */
function mayBeSentAgain({ name, repeat, channel }: Tool): boolean {
  return repeat === 'safe' || (name === 'send_conversions' && channel.conversions?.resend.safe === true);
}

const MADE = ['changed', 'added', 'created', 'unchanged', 'already_existed', 'sent', 'already_sent'];
const isMade = ({ outcome }: Any) => MADE.includes(outcome);

interface Usual {
  /** How many effects the platform's ledger has of one call. */
  effects: number;
  /** How many of them come before the request that makes the change: a file or a job that it names. */
  before: number;
  /** The changing request, as a fault names it, and how many requests come before it. */
  match: string;
  skip: number;
  place: number;
}

interface Ended {
  effects: number;
  answer: Any;
}

/** One write tool with its example. */
class Write {
  readonly #sandbox: Sandboxed;
  readonly #tool: Tool;
  readonly #example: Example;
  #usual: Promise<Usual> | undefined;

  constructor(sandbox: Sandboxed, tool: Tool, example: Example) {
    this.#sandbox = sandbox;
    this.#tool = tool;
    this.#example = example;
  }

  get #isInSteps(): boolean {
    return `${this.#tool.channel.name} ${this.#tool.name}` in IN_STEPS;
  }

  /** What the call does when nothing goes wrong. */
  usual(): Promise<Usual> {
    this.#usual ??= this.#learn();
    return this.#usual;
  }

  async under(kind: string, more: Record<string, unknown> = {}): Promise<Ended> {
    const { match, skip } = await this.usual();
    return this.#run(() => this.#sandbox.fault(kind, match, { skip, ...more }));
  }

  async whenReadingFails(): Promise<Ended> {
    const { place } = await this.usual();
    // The place is counted from the first request: what the service remembers may have lapsed since it was learnt.
    await this.#warmUp();
    return this.#run(() => this.#sandbox.fault('server_error', '.', { skip: place + 1, times: 60 }));
  }

  /** The platform made the change: a create exactly once, a repeatable change at least once, and the answer does not deny it. */
  async isMadeOnce({ effects, answer }: Ended): Promise<void> {
    const told = `${JSON.stringify(answer)}`;
    const usual = this.#isInSteps ? 1 : (await this.usual()).effects;
    if (!mayBeSentAgain(this.#tool)) expect(effects, told).toBe(usual);
    else expect(effects, told).toBeGreaterThanOrEqual(usual);
    expect(verdict(answer), told).not.toBe('not_applied');
    expect(answer.error?.code, told).not.toBe('internal');
  }

  async #run(arm: () => Promise<void>): Promise<Ended> {
    const args = await this.#example(this.#sandbox);
    await newEffects(this.#sandbox);
    await arm();
    const { result: answer } = await this.#sandbox.service().call(this.#tool.channel.name, this.#tool.name, args);
    await this.#sandbox.clearFaults();
    return { effects: (await newEffects(this.#sandbox)).length, answer };
  }

  /** A first call may have to read what later ones remember. */
  async #warmUp(): Promise<void> {
    await this.#sandbox.call(this.#tool.name, await this.#example(this.#sandbox));
  }

  async #learn(): Promise<Usual> {
    await this.#warmUp();
    const args = await this.#example(this.#sandbox);
    await newEffects(this.#sandbox);
    const [last] = (await this.#sandbox.requests()).slice(-1);
    await this.#sandbox.call(this.#tool.name, args);
    const effects = await newEffects(this.#sandbox);
    const sent = ((await this.#sandbox.requests()) as Any[]).filter(({ seq }) => seq > (last?.seq ?? 0));
    const isChanging = ({ request_id }: Any) => effects.some((one) => one.request_id === request_id);
    const changing = this.#isInSteps ? sent.findIndex(isChanging) : sent.findLastIndex(isChanging);
    const place = changing >= 0 ? changing : sent.findLastIndex(({ method }) => method !== 'GET');
    const match = patternOf(sent[place]);
    const skip = sent.slice(0, place).filter((one) => new RegExp(match).test(`${one.method} ${one.path}`)).length;
    const first = effects.findIndex(({ request_id }) => request_id === sent[place].request_id);
    const before = effects.slice(0, Math.max(first, 0)).length;
    return { effects: effects.length, before, match, skip, place };
  }
}

const read = new WeakMap<Sandboxed, number>();
/** What was written to the ledger since it was read last. */
async function newEffects(sandbox: Sandboxed): Promise<Any[]> {
  const effects: Any[] = await sandbox.ledger({ since: String(read.get(sandbox) ?? 0) });
  read.set(sandbox, effects.at(-1)?.seq ?? read.get(sandbox) ?? 0);
  return effects;
}

/** The request with any ids in its path. */
function patternOf({ method, path }: { method: string; path: string }): string {
  const segments = path
    .split('/')
    .map((one) => (/\d{4}/.test(one) ? '[^/]+' : one.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .map((one) => one.replaceAll(/\d+/g, '\\d+'));
  return `^${method} ${segments.join('/')}$`;
}

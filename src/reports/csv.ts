import { Turns } from '../event-loop/turns.ts';
import { csvRow } from '../text/csv-row.ts';
import type { Shown } from '../tools/report/metrics.ts';
import { accountPages } from './account-rows.ts';
import { readRows } from './channel-rows.ts';
import { eachAccount, type ReportContext } from './fan-out.ts';
import { Handover } from './handover.ts';
import type { Missing } from './missing-sources.ts';
import type { PageQuestion, Question } from './question.ts';
import { Asking, entitiesOf, type PageRow } from './read-page.ts';
import { identityOf, marksOf } from './report.ts';
import { shownMetrics, unrated } from './totals.ts';
import { isMoney } from './vocabulary.ts';
import { windowOf } from './window.ts';

/**
 * A report as rows of equal length. A whole report is written account by account while it is read; a source that is
 * missing is a row with the reason in `problem` and no numbers. With a limit, the first rows of all accounts, in order.
 */
export async function* reportCsv(
  question: Question & { limit?: number | undefined },
  context: ReportContext,
): AsyncGenerator<string> {
  const columns = new Columns(question);
  yield columns.head();
  // Channels are sums of all accounts, so that nothing can be written before everything is read.
  const { limit = question.level === 'channel' ? CHANNEL_ROWS_MAX : undefined } = question;
  if (limit !== undefined) {
    const page = await readRows({ ...question, limit }, context);
    yield await columns.rows(page.rows, context.signal);
    yield page.missing.map((line) => columns.problem(line)).join('');
    return;
  }
  const passage = new Handover<string>(context.signal);
  const reading = everything(question, context, columns, (text) => passage.put(text)).then(
    () => passage.end(),
    (error: unknown) => passage.end(error),
  );
  yield* passage;
  await reading;
}

const CHANNEL_ROWS_MAX = 10_000;

async function everything(
  question: Question,
  context: ReportContext,
  columns: Columns,
  put: (text: string) => Promise<void>,
): Promise<void> {
  const asking = new Asking(question);
  const missing = await eachAccount({ ...question, accountsAtOnce: 2 }, context, async (reading) => {
    if (!asking.isRated(reading)) throw unrated([reading.account.currency.code], question.convert_to);
    const window = windowOf(reading, question, reading.platformNow(), question.include_incomplete);
    const asked = asking.of(reading, window);
    for await (const all of accountPages(reading, asked, context.reach.memory, {})) {
      const page = all.filter(({ parts }) => asking.filter.isWithin(parts));
      const entities = await entitiesOf(reading, asked.level, page);
      const rows = page.map((row) => ({ ...row, window, entity: entities.get(row.id) }));
      await put(await columns.rows(rows, context.signal));
    }
  });
  await put(missing.map((line) => columns.problem(line)).join(''));
}

/** The same columns for every row of one question. */
class Columns {
  readonly #question: PageQuestion;
  readonly #asking: Asking;
  readonly #identity: readonly string[];

  constructor(question: Question) {
    this.#question = { ...question, limit: 0 };
    this.#asking = new Asking(question);
    this.#identity = [
      ...(question.workspaces ? ['workspaceId', 'workspace'] : []),
      ...['channel', 'mode', 'account', 'account_name', 'currency', 'time_zone', 'campaign', 'objective'],
      ...['kind', 'id', 'name', 'status', 'budget', 'budget_period'],
      ...(question.by === 'none' ? [] : [question.by === 'day' ? 'date' : question.by]),
    ];
  }

  head(): string {
    const { names } = this.#asking;
    return this.#line([
      ...this.#identity,
      ...names,
      ...this.#converted().map(({ title }) => title),
      ...this.#marked(() => 'marks'),
      'problem',
      'next_step',
    ]);
  }

  async rows(rows: readonly PageRow[], signal: AbortSignal): Promise<string> {
    return (await new Turns(signal).map(rows, (row) => this.#row(row))).join('');
  }

  #row(row: PageRow): string {
    const { names, rates } = this.#asking;
    const { account } = row.reading;
    const { entity, segments, campaign, ...identity } = identityOf(row, this.#question);
    const known: Record<string, unknown> = {
      ...identity,
      ...entity,
      ...segments,
      campaign: campaign?.name,
      budget: entity.budget?.amount,
      budget_period: entity.budget?.period,
    };
    const metrics = shownMetrics(row.parts, names, account.currency);
    const converted = rates
      ? shownMetrics(
          rates.parts(row.parts, account.currency.code),
          names.filter(isMoney),
          rates.currency([account.currency]),
        )
      : {};
    return this.#line([
      ...this.#identity.map((name) => known[name]),
      ...names.map((name) => plain(metrics[name])),
      ...this.#converted().map(({ name }) => plain(converted[name])),
      ...this.#marked(() => marksOf(row, this.#question, names).join(' ')),
      undefined,
      undefined,
    ]);
  }

  problem({ code, reason, next_step, ...where }: Missing): string {
    const known: Record<string, unknown> = where;
    const numbers = [...this.#asking.names, ...this.#converted(), ...this.#marked(() => '')].map(() => undefined);
    return this.#line([...this.#identity.map((name) => known[name]), ...numbers, `${code}: ${reason}`, next_step]);
  }

  /** Marks days that are still being counted in each row: a file outlives the note beside a reply. */
  #marked(mark: () => string): string[] {
    return this.#question.include_incomplete ? [mark()] : [];
  }

  #converted(): { name: string; title: string }[] {
    const { names, rates } = this.#asking;
    return rates ? names.filter(isMoney).map((name) => ({ name, title: `${name}_${rates.to}` })) : [];
  }

  /** Names are written by strangers, so none may run as a formula where the file is opened. */
  #line(fields: readonly unknown[]): string {
    return csvRow(fields, fields.length, true);
  }
}

function plain(value: Shown | undefined): unknown {
  return typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value;
}

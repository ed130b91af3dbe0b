import type { JobPlace } from '../../pipeline/call.ts';
import { validateArguments } from '../../pipeline/validate.ts';
import type { ReportContext } from '../../reports/fan-out.ts';
import type { PageQuestion } from '../../reports/question.ts';
import { report } from '../../reports/report.ts';
import type { MissingPart } from '../../tools/media-plan-files.ts';
import type { Money } from '../../tools/money.ts';
import { accountKey, asTool, type RunningAccount, withoutWorkspace } from '../running-accounts.ts';

/** What an account's campaigns have spent in a span of days. */
export interface SpentInDays {
  /** The last day that is counted. */
  until: string;
  byCampaign: ReadonlyMap<string, Money>;
}

interface Days {
  start: string;
  end: string;
}

const ROWS_AT_ONCE = 1000;
const PAGES_MAX = 20;
const SPANS_AT_ONCE = 3;

/** Figures of reports, in the caller's name: one question for all accounts that have the same days. */
export class Spending {
  readonly #found = new Map<string, SpentInDays>();
  readonly missing: MissingPart[] = [];

  /** Undefined: not known. */
  of(channel: string, account: string, days: Days): SpentInDays | undefined {
    return this.#found.get(keyOf(accountKey(channel, account), days));
  }

  async read(job: JobPlace, wanted: readonly { account: RunningAccount; days: Days }[]): Promise<void> {
    const questions = [
      ...Map.groupBy(wanted, ({ account, days }) => `${levelOf(account)} ${days.start} ${days.end}`).values(),
    ];
    await asTool(job, 'report', async (context) => {
      const queue = questions.values();
      const worker = async () => {
        for (const question of queue) await this.#ask(job, question, context);
      };
      await Promise.all(Array.from({ length: SPANS_AT_ONCE }, worker));
    });
  }

  async #ask(
    { pipeline }: JobPlace,
    question: readonly { account: RunningAccount; days: Days }[],
    context: ReportContext,
  ): Promise<void> {
    const [{ account: first, days }] = question as [{ account: RunningAccount; days: Days }];
    const accounts = [...new Set(question.map(({ account }) => account))];
    const tool = pipeline.tools.find(({ name, channel }) => name === 'report' && !channel.needsConnection)!;
    const args = (await validateArguments(tool, {
      channels: [...new Set(accounts.map(({ channel }) => channel))],
      accounts: accounts.map(({ channel, account }) =>
        account.id.startsWith('urn:') ? account.id : `${channel}:${account.id}`,
      ),
      level: levelOf(first),
      start_date: days.start,
      end_date: days.end,
      metrics: ['cost'],
      limit: ROWS_AT_ONCE,
    })) as unknown as PageQuestion;
    const costs = new Map<string, Map<string, Money>>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const reply = await report({ ...args, cursor }, context);
      for (const row of reply.rows) {
        const { channel, entity, metrics } = row;
        const account = 'account' in row ? row.account : undefined;
        const cost = metrics.cost as Money | null | undefined;
        const own = costs.get(accountKey(channel, account)) ?? new Map<string, Money>();
        costs.set(accountKey(channel, account), own);
        if (cost) own.set(entity.id, cost);
      }
      cursor = reply.next_cursor;
      if (page === 0) this.missing.push(...reply.missing.map(withoutWorkspace));
      if (cursor !== undefined) continue;
      for (const { channel, account, period = reply.period } of reply.sources)
        this.#found.set(keyOf(accountKey(channel, account), days), {
          until: period.end_date,
          byCampaign: costs.get(accountKey(channel, account)) ?? new Map(),
        });
      return;
    }
    this.missing.push(...accounts.map(tooMany));
  }
}

function tooMany({ channel, account }: RunningAccount): MissingPart {
  return {
    channel,
    account: account.id,
    code: 'unsupported',
    reason: `More than ${PAGES_MAX * ROWS_AT_ONCE} campaigns have figures in these days: what they spent is not known here.`,
    next_step: 'Compare fewer accounts or fewer campaigns at once.',
  };
}

function keyOf(account: string, { start, end }: Days): string {
  return `${account} ${start} ${end}`;
}

/** Where groups of a sheet are campaigns of the platform, those are the second level of a report. */
function levelOf({ planning }: RunningAccount): 'campaign' | 'ad_group' {
  return planning.groupsAreCampaigns ? 'ad_group' : 'campaign';
}

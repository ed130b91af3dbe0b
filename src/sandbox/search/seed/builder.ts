import { DAY_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import type { Account } from '../access.ts';
import { AdsError } from '../errors.ts';
import { localTime } from '../metrics/calendar.ts';
import { billingUnitMicros } from '../metrics/facts.ts';
import { apply } from '../mutate/engine.ts';
import { type Operation, Session } from '../mutate/session.ts';
import { refreshBudgets, refreshCampaign } from '../rules/derived-status.ts';
import { type Doc, storeOf } from '../state.ts';
import { MARKETS, type Market } from './markets.ts';
import { plainPng } from './picture.ts';

/** The EU political advertising declaration that every campaign needs. */
export const DECLARED = 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING';

/** Builds an account the way its owner would have: day after day, by the same operations that a caller uses. */
export class Builder {
  readonly world: World;
  readonly account: Account;
  readonly market: Market;
  readonly today: number;

  constructor(world: World, customer: string) {
    const { doc } = storeOf(world).find(customer, 'customer', customer)!;
    this.world = world;
    this.account = {
      id: customer,
      currency: String(doc.currency_code),
      timeZone: String(doc.time_zone),
      manager: false,
      role: 'ADMIN',
    };
    this.market = MARKETS[this.account.currency]!;
    this.today = localTime(world.now(), this.account.timeZone).day;
  }

  /** Does it all as of some days ago, and gives the names of what came out. */
  at(daysAgo: number, operations: readonly (Partial<Operation> & { kind: string })[]): string[] {
    const session = new Session(
      this.world,
      this.account,
      'marketing@acme.example',
      this.world.now() - daysAgo * DAY_MS,
    );
    const { results, faults } = apply(session, {
      operations: operations.map((operation, index) => ({
        exempt: [],
        path: `operations[${index}]`,
        index,
        ...operation,
      })),
      partialFailure: false,
    });
    if (faults.length > 0) throw new AdsError(...faults);
    return results.map((result) => result!.name);
  }

  /** Lets the dates of a campaign take effect as of that day. */
  refresh(daysAgo: number, campaign: string): void {
    const session = new Session(this.world, this.account, '', this.world.now() - daysAgo * DAY_MS);
    refreshCampaign(session, campaign.split('/')[3]!);
    refreshBudgets(session);
  }

  money(units: number): number {
    const unit = billingUnitMicros(this.account.currency);
    return Math.round((units * this.market.money * 1_000_000) / unit) * unit;
  }

  temporary(collection: string, id: number): string {
    return `customers/${this.account.id}/${collection}/-${id}`;
  }

  picture(name: string, width: number, height: number, shade: number): { kind: string; create: Doc } {
    const data = plainPng(width, height, [shade, 80, 200 - shade]).toString('base64');
    return { kind: 'asset', create: { name, image_asset: { data } } };
  }
}

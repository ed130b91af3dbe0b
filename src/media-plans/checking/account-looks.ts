import { Failure } from '../../errors.ts';
import type { PlanningContext, RunningCampaign } from '../../tools/media-planning.ts';
import type { Money } from '../../tools/money.ts';
import { dayIn } from '../campaigns/days.ts';
import { nameKey } from '../campaigns/names.ts';
import type { PlanAccount, PlanChannel } from '../campaigns/plan-channels.ts';

/** What an account holds and asks for, read once a check. */
export interface AccountLook {
  place: PlanChannel;
  account: PlanAccount;
  running: readonly RunningCampaign[];
  byName: ReadonlyMap<string, readonly RunningCampaign[]>;
  least: Money | undefined;
  context: PlanningContext;
}

/** Why an account could not be read. */
export interface NoLook {
  refusal: string;
  failure: Failure;
}

export function isLook(look: AccountLook | NoLook): look is AccountLook {
  return 'running' in look;
}

export async function lookAtAccount(
  place: PlanChannel,
  account: PlanAccount,
  defaults: PlanningContext['defaults'],
  signal: AbortSignal,
): Promise<AccountLook | NoLook> {
  const client = place.client(account);
  const { planning } = place;
  try {
    const [running, least, containers] = await Promise.all([
      planning.running(client, account.id, signal),
      planning.leastDailyBudget(client, account.id, signal),
      planning.containers?.(client, account.id, signal),
    ]);
    const context: PlanningContext = {
      defaults,
      today: dayIn(place.platformNow(), account.timeZone),
      zone: account.timeZone,
      ...(containers && { containers }),
    };
    const byName = Map.groupBy(running, ({ name }) => nameKey(name));
    return { place, account, running, byName, least, context };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    const refusal = `${place.title} could not be asked what ${account.name} holds: ${error.details.message}`;
    return { refusal, failure: error };
  }
}

import { DAY_MS } from '../../../ambient.ts';
import { pick } from '../../chance.ts';
import type { GraphNode, Store } from '../state.ts';
import type { ReceivedEvent } from './event-rules.ts';

/** An event counts for the click that led to it if the click was so long before. */
const CLICK_WINDOW_MS = 7 * DAY_MS;

/** The ad that led to an event, and when a person clicked it or filled its form. */
export interface Attribution {
  ad: string;
  clicked: number;
}

/**
 * The ad of the lead that an event names, or one that ran when the click happened that it names. Events that name neither are
 * kept and counted for no ad, since nothing here knows who saw which ad.
 */
export function attribution(
  store: Store,
  account: string | undefined,
): (event: ReceivedEvent) => Attribution | undefined {
  let ads: GraphNode<'Ad'>[] | undefined;
  return ({ lead: leadId, click, at }) => {
    const lead = leadId === undefined ? undefined : store.findKind('Lead', leadId)?.data;
    if (lead?.ad !== undefined) return { ad: lead.ad, clicked: lead.created };
    const clicked = Number(/^fb\.\d\.(\d{13})\.\S+$/.exec(click ?? '')?.[1]);
    if (account === undefined || !(clicked <= at && at - clicked <= CLICK_WINDOW_MS)) return undefined;
    ads ??= store.all('Ad', { account });
    const running = ads.filter(({ data }) =>
      data.delivery.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= clicked && clicked < until),
    );
    return running.length === 0 ? undefined : { ad: pick(running, click!).id, clicked };
  };
}

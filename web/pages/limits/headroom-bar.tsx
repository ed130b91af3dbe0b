import { money } from '../../format/money.ts';
import { type Gauge, isOver } from './gauges.ts';
import classes from './limits.module.css';

/** Of a bar without a limit, a little stays free: it is not full. */
const WITHOUT_LIMIT = 1.15;

/**
 * Grey runs, outlined is held, dashed does not answer; red lies behind the mark of the limit. Without a limit a bar tells parts
 * from each other only: of one part there is none, because it would look nearly full.
 */
export function HeadroomBar({ gauge, currency }: { gauge: Gauge; currency: string }) {
  const { limit, used, held, lastKnown } = gauge;
  const all = used + held + lastKnown;
  if (limit === undefined && all === used) return null;
  const whole = limit === undefined ? all * WITHOUT_LIMIT : Math.max(limit, all);
  const share = (amount: number) => `${whole > 0 ? (amount / whole) * 100 : 0}%`;
  const within = limit === undefined ? used : Math.min(used, limit);
  return (
    <div className={classes.bar} role="img" aria-label={inWords(gauge, currency)}>
      <span data-part="used" style={{ width: share(within) }} />
      {used > within && <span data-part="over" style={{ width: share(used - within) }} />}
      {held > 0 && <span data-part={isOver(gauge) ? 'over' : 'held'} style={{ width: share(held) }} />}
      {lastKnown > 0 && <span data-part="silent" style={{ width: share(lastKnown) }} />}
      {limit !== undefined && all > limit && <i style={{ insetInlineStart: share(limit) }} />}
    </div>
  );
}

function inWords({ limit, used, held, lastKnown, isPartial }: Gauge, currency: string): string {
  return [
    `${isPartial ? 'at least ' : ''}${money(used, currency)} used`,
    held > 0 && `${money(held, currency)} held`,
    lastKnown > 0 && `${money(lastKnown, currency)} when it last answered`,
    limit === undefined ? 'no limit' : `of ${money(limit, currency)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

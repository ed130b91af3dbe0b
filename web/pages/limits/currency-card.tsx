import { Button, Card } from '@mantine/core';
import { money } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { StateMark, type StateTone } from '../../parts/state-mark.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { type CurrencyCard, type Gauge, hasLimit, isOver, isScarce } from './gauges.ts';
import { HeadroomBar } from './headroom-bar.tsx';
import classes from './limits.module.css';
import { kindName, percent } from './words.ts';

interface Props {
  card: CurrencyCard;
  /** The workspace's or the organization's. */
  owner: string;
  now: number;
  /** Undefined: this person may not. */
  onEdit: (() => void) | undefined;
}

export function CurrencyLimits({ card, owner, now, onEdit }: Props) {
  const { currency, mode, accounts, gauges, uncovered } = card;
  const title = `${currency} of ${owner}, ${mode}`;
  return (
    <Card component="section" aria-label={title} className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{currency}</h2>
        <span className={classes.quiet}>
          {owner}
          {accounts !== undefined && ` · ${plural(accounts, 'account')}`}
        </span>
        <ModeTag mode={mode} />
        <CardState card={card} />
      </header>
      {uncovered.length > 0 && (
        <p className={classes.cardNote}>
          <Shape kind="limited" size={12} /> Limited in another currency and not in this one:{' '}
          {uncovered.map((kind) => kindName(kind, now).toLowerCase()).join(', ')}. Nothing in {currency} may be raised.
        </p>
      )}
      {gauges.map((gauge) => (
        <GaugeRow key={gauge.kind} gauge={gauge} currency={currency} now={now} />
      ))}
      <footer className={classes.cardFoot}>
        <dl className={classes.steps}>
          <div>
            <dt>Step, one change</dt>
            <dd>{percent(card.step)}</dd>
          </div>
          <div>
            <dt>Step, 24 hours</dt>
            <dd>{percent(card.dayStep)}</dd>
          </div>
        </dl>
        {onEdit && (
          <Button
            size="xs"
            aria-label={hasLimit(card) ? `Edit limits: ${title}` : `Set a limit for ${title}`}
            onClick={onEdit}
          >
            {hasLimit(card) ? 'Edit' : `Set a limit for ${currency}`}
          </Button>
        )}
      </footer>
    </Card>
  );
}

function stateOf(card: CurrencyCard): { kind: ShapeKind; words: string; tone: StateTone } {
  if (card.gauges.some(isOver)) return { kind: 'rejected', words: 'Over limit: raises refused', tone: 'bad' };
  const isPartial = hasLimit(card) && card.gauges.some((one) => one.isPartial && one.limit !== undefined);
  if (isPartial || card.uncovered.length > 0) return { kind: 'limited', words: 'Raises refused', tone: 'warn' };
  if (!hasLimit(card)) return { kind: 'refused', words: 'No limit set', tone: 'idle' };
  return { kind: 'done', words: 'Counted', tone: 'good' };
}

function CardState({ card }: { card: CurrencyCard }) {
  const { kind, words, tone } = stateOf(card);
  return (
    <div className={classes.state}>
      <StateMark shape={kind} tone={tone}>
        {words} {tone === 'good' && card.readAt && <TimeText time={card.readAt} />}
      </StateMark>
    </div>
  );
}

function GaugeRow({ gauge, currency, now }: { gauge: Gauge; currency: string; now: number }) {
  const { kind, limit, used, isPartial, left } = gauge;
  const perDay = kind === 'single' ? ' / day' : '';
  return (
    <div className={classes.gauge} data-kind={kind}>
      <div className={classes.line}>
        <span>
          {kindName(kind, now)}
          {kind === 'month' && <span className={classes.quiet}> spent and still allowed</span>}
        </span>
        <span>
          <strong>
            {isPartial && 'at least '}
            {money(used, currency)}
          </strong>{' '}
          <span className={classes.quiet}>
            {limit === undefined ? 'shown, not enforced' : `of ${money(limit, currency)}${perDay}`}
          </span>
        </span>
      </div>
      <HeadroomBar gauge={gauge} currency={currency} />
      <div className={`${classes.line} ${classes.quiet}`}>
        <Remark gauge={gauge} currency={currency} />
        {limit !== undefined && (
          <span className={classes.end}>
            {left === undefined ? '–' : left < 0 ? 'nothing left' : `${money(left, currency)} left`}
          </span>
        )}
      </div>
    </div>
  );
}

/** The one thing to know of a bar, the gravest first. */
function Remark({ gauge, currency }: { gauge: Gauge; currency: string }) {
  const { limit, used, held, isPartial, owner } = gauge;
  if (isOver(gauge))
    return (
      <span className={classes.over}>
        <Shape kind="rejected" size={12} />
        <span>
          over by {isPartial && 'at least '}
          {money(used + held - (limit ?? 0), currency)} <code>over_limit</code>
        </span>
      </span>
    );
  if (isPartial)
    return (
      <span className={classes.warn}>
        <Shape kind="limited" size={12} /> not all of it can be read
      </span>
    );
  if (isScarce(gauge) && limit)
    return (
      <span className={classes.warn}>
        <Shape kind="limited" size={12} /> {Math.floor(((used + held) / limit) * 100)} % used
      </span>
    );
  if (held > 0) return <span>{money(held, currency)} held by changes under way</span>;
  return owner === undefined ? null : <span className={classes.owner}>{owner}</span>;
}

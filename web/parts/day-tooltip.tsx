import { day, longDay } from '../format/time.ts';
import { channelColour, channelName } from './channels.ts';
import classes from './day-chart.module.css';
import type { DayChartData } from './day-chart-data.ts';

interface Props extends Pick<DayChartData, 'series' | 'previous' | 'gap'> {
  date: string;
  index: number;
  write(value: number): string;
}

export function DayTooltip({ date, index, series, previous, gap = 'no answer', write }: Props) {
  const before = previous?.values[index];
  return (
    <div className={classes.tooltip}>
      <div className={classes.tooltipTitle}>{longDay(date)}</div>
      {series.map(({ channel, values }) => {
        const value = values[index] ?? null;
        const colour = channelColour(channel);
        return (
          <div key={channel} className={classes.tooltipRow}>
            <span
              className={classes.swatch}
              style={value === null ? { border: `1px dashed ${colour}` } : { background: colour }}
            />
            <span>{channelName(channel)}</span>
            <span className={value === null ? classes.tooltipQuiet : classes.tooltipValue}>
              {value === null ? gap : write(value)}
            </span>
          </div>
        );
      })}
      {previous && (
        <div className={`${classes.tooltipRow} ${classes.tooltipPrevious}`}>
          <span className={classes.dash} />
          <span>{previous.days[index] ? day(previous.days[index]) : ''}</span>
          <span className={classes.tooltipQuiet}>{typeof before === 'number' ? write(before) : 'no answer'}</span>
        </div>
      )}
    </div>
  );
}

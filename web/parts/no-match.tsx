import { Button, Card } from '@mantine/core';
import { plural } from '../format/number.ts';
import classes from './states.module.css';

interface Props {
  /** `campaign` */
  what: string;
  filterCount: number;
  /** The filter whose removal would show the most rows. */
  blame?: { text: string; without: number; remove(): void };
  onClear(): void;
}

export function NoMatch({ what, filterCount, blame, onClear }: Props) {
  return (
    <Card className={classes.noMatch} role="status">
      <div>
        <h2 className={classes.title}>
          No {what} matches {filterCount === 0 ? 'the search' : plural(filterCount, 'filter')}
        </h2>
        {blame && (
          <div className={classes.small}>
            Without “{blame.text}” there would be {blame.without}.
          </div>
        )}
      </div>
      <div className={classes.buttons}>
        {blame && (
          <Button size="xs" onClick={blame.remove}>
            Remove that filter
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear all
        </Button>
      </div>
    </Card>
  );
}

import { Card } from '@mantine/core';
import { plural } from '../../format/number.ts';
import { shortValue } from '../../format/value.ts';
import classes from './playground.module.css';
import { flattened, longestList } from './table-of.ts';

const ROWS_MAX = 200;

export function ReplyTable({ result }: { result: Record<string, unknown> }) {
  const list = longestList(result);
  const total = list?.rows.length ?? 0;
  const rows = (list?.rows ?? []).slice(0, ROWS_MAX).map((row) => flattened(row));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const rest = flattened(Object.fromEntries(Object.entries(result).filter(([name]) => name !== list?.name)));
  return (
    <>
      {rows.length > 0 && (
        <Card className={classes.scroll} tabIndex={0} role="region" aria-label={list?.name}>
          <table className={classes.table}>
            <thead>
              <tr>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={String(index)}>
                  {names.map((name) => (
                    <td key={name} data-number={typeof row[name] === 'number'}>
                      {shortValue(row[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {total > ROWS_MAX && (
        <p className={classes.quiet}>
          The first {ROWS_MAX} of {plural(total, 'row')}. JSON shows all of them.
        </p>
      )}
      {Object.keys(rest).length > 0 && (
        <Card className={classes.scroll} tabIndex={0} role="region" aria-label="The rest of the reply">
          <table className={classes.table}>
            <tbody>
              {Object.entries(rest).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{shortValue(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </>
  );
}

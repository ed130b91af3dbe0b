import { Skeleton } from '@mantine/core';
import { AfterDelay } from './after-delay.tsx';
import classes from './data-table.module.css';

interface Props {
  columns: readonly { id: string; header: string; align?: 'start' | 'end' }[];
  rows?: number;
}

/** Widths that look like words and numbers, the same every time. */
const widthOf = (row: number, column: number) => 52 + ((row * 37 + column * 53) % 60);

/** A table while its rows are loading, with the real header. */
export function TableSkeleton({ columns, rows = 4 }: Props) {
  return (
    <table className={classes.table} aria-busy="true" aria-label="Loading">
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <th key={id} scope="col" className={classes.th} data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={String(row)} className={classes.row}>
            {columns.map(({ id, align }, column) => (
              <td key={id} className={classes.td}>
                <AfterDelay>
                  <Skeleton
                    height={10}
                    width={align === 'end' ? 36 + ((column * 17) % 30) : widthOf(row, column)}
                    ml={align === 'end' ? 'auto' : undefined}
                  />
                </AfterDelay>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Drawer, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import type { Sheet } from './sheet-columns.tsx';
import classes from './sheets.module.css';

interface Props {
  workspaceId: string;
  sheet: Sheet;
  onClose(): void;
}

export function SheetPreview({ workspaceId, sheet: { id, name, tabs, notes }, onClose }: Props) {
  const first = tabs.find(({ hidden }) => !hidden) ?? tabs[0];
  const [range, setRange] = useState(first ? `'${first.name.replaceAll("'", "''")}'!A1:H50` : '');
  const [wanted] = useDebouncedValue(range.trim(), 400);
  const { data, error } = useQuery(
    api.sheets.preview.queryOptions({ workspaceId, id, ...(wanted !== '' && { range: wanted }) }),
  );
  return (
    <Drawer opened onClose={onClose} size={720} padding={20} title={<strong>{name}</strong>}>
      <TextInput
        label="Range"
        description={`Tabs: ${tabs.map((tab) => tab.name).join(', ')}`}
        inputWrapperOrder={['label', 'input', 'description']}
        value={range}
        onChange={(event) => setRange(event.currentTarget.value)}
      />
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {error && (
        <div className={classes.unread}>
          <Problem title="This range could not be read" text={error.message} />
        </div>
      )}
      {!data && !error && <Skeleton height={200} mt={16} />}
      {data && !error && (
        <div className={classes.cells} tabIndex={0} role="region" aria-label={`Cells of ${data.range}`}>
          <table>
            <tbody>
              {data.values.map((row, index) => (
                <tr key={String(index)}>
                  {row.map((value, column) => (
                    <td key={String(column)}>{String(value ?? '')}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data?.more && <p className={classes.note}>There are more rows; name a smaller range to see them.</p>}
    </Drawer>
  );
}

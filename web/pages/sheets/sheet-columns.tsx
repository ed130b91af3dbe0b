import { ActionIcon, FileButton, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import type { MouseEvent } from 'react';
import type { Api } from '../../../src/web/api/router.ts';
import { plural, wholeCount } from '../../format/number.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import classes from './sheets.module.css';

export type Sheet = inferRouterOutputs<Api>['sheets']['list']['sheets'][number];

export const ACCEPTED = '.xlsx,.csv,.tsv,.ods,.txt';

/** Clears the input on click: browsers fire no `change` event when the same file is chosen again after an edit. */
export const ANEW = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = '';
  },
};

interface Options {
  mayChange: boolean;
  onReplace(file: File, id: string): void;
  onRemove(sheet: Sheet): void;
}

const rowsIn = (tabs: Sheet['tabs']) => tabs.reduce((sum, { rows }) => sum + (rows ?? 0), 0);

export const sheetColumns = ({ mayChange, onReplace, onRemove }: Options): Column<Sheet>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <RowName name={name} />,
  },
  {
    id: 'tabs',
    header: 'Tabs',
    cell: ({ tabs }) => `${plural(tabs.length, 'tab')}: ${tabs.map(({ name }) => name).join(', ')}`,
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    cell: ({ tabs }) => wholeCount(rowsIn(tabs)),
  },
  { id: 'id', header: 'Id', quiet: true, cell: ({ id }) => <code>{id}</code> },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (sheet) =>
      mayChange && (
        <Menu position="bottom-end" closeOnItemClick={false}>
          <Menu.Target>
            <ActionIcon aria-label={`What to do with ${sheet.name}`} onClick={(event) => event.stopPropagation()}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
            <FileButton accept={ACCEPTED} inputProps={ANEW} onChange={(file) => file && onReplace(file, sheet.id)}>
              {(props) => <Menu.Item {...props}>Replace under the same id …</Menu.Item>}
            </FileButton>
            <Menu.Item color="red" onClick={() => onRemove(sheet)}>
              Remove …
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
  },
];

export const SheetCompact = ({ sheet: { name, tabs } }: { sheet: Sheet }) => (
  <div>
    <RowName name={name} />
    <div className={classes.note}>{`${plural(tabs.length, 'tab')} · ${plural(rowsIn(tabs), 'row')}`}</div>
  </div>
);

import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { useScope } from '../api/scope.ts';
import classes from './shell.module.css';
import { StopInBar } from './stop-button.tsx';

/** Opens the navigation drawer from a page's title bar in a narrow window. */
export const OpenNavigation = createContext<() => void>(() => {});

/** Opens the ⌘K search from any component. */
export const OpenSearch = createContext<() => void>(() => {});

interface Props {
  title: string;
  /** The page above it, before the title. */
  above?: ReactNode;
  /** At most one quiet sentence. */
  note?: ReactNode;
  /** Period, comparison, and the one primary button. */
  actions?: ReactNode;
  /** Edge to edge and as high as the window, for a table that scrolls inside. */
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, above, note, actions, wide = false, children }: Props) {
  const openNavigation = use(OpenNavigation);
  const openSearch = use(OpenSearch);
  const { workspace } = useScope();
  useEffect(() => {
    document.title = `${title} · Adhelm`;
  }, [title]);
  return (
    <div className={classes.main} data-wide={wide}>
      <header className={classes.bar}>
        <ActionIcon className={classes.burger} size={40} onClick={openNavigation} aria-label="Open the navigation">
          <IconMenu2 size={18} />
        </ActionIcon>
        {above && <span className={classes.above}>{above}</span>}
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          <span className={classes.where}>{workspace?.name ?? 'All workspaces'}</span>
        </div>
        {note && <span className={classes.note}>{note}</span>}
        <ActionIcon className={classes.findButton} size={40} onClick={openSearch} aria-label="Search">
          <IconSearch size={18} />
        </ActionIcon>
        <StopInBar />
        <div className={classes.actions}>{actions}</div>
      </header>
      <div className={classes.content} data-wide={wide}>
        {children}
      </div>
    </div>
  );
}

import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPlus, IconSearch, IconSelector } from '@tabler/icons-react';
import { use } from 'react';
import { useScope } from '../api/scope.ts';
import { wholeCount } from '../format/number.ts';
import { HelmMark } from '../parts/helm-mark.tsx';
import { OpenSearch } from './page.tsx';
import classes from './shell.module.css';
import { useGo } from './use-go.ts';

/** The others are found by name: a longer menu would leave the screen. */
const LISTED_MAX = 10;

export function WorkspaceSwitcher() {
  const { all, workspace, choose } = useScope();
  const go = useGo();
  const openSearch = use(OpenSearch);
  const about = workspace ? workspace.currency : all.map(({ name }) => name).join(', ') || 'None yet';
  const listed = all.length > LISTED_MAX ? all.filter((one, at) => at < LISTED_MAX || one === workspace) : all;
  const check = (on: boolean) => (on ? <IconCheck size={14} /> : undefined);
  return (
    <Menu width={232} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.switcher}>
          <span className={classes.mark}>
            <HelmMark />
          </span>
          <span className={classes.names}>
            <span className={classes.name}>{workspace?.name ?? 'All workspaces'}</span>
            <span className={classes.about}>{about}</span>
          </span>
          <IconSelector size={14} color="var(--text-2)" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {all.length > 1 && (
          <Menu.Item onClick={() => choose(undefined)} rightSection={check(workspace === undefined)}>
            All workspaces
          </Menu.Item>
        )}
        {listed.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => choose(id)} rightSection={check(workspace?.id === id)}>
            {name}
          </Menu.Item>
        ))}
        {listed.length < all.length && (
          <Menu.Item leftSection={<IconSearch size={14} />} onClick={openSearch}>
            Find one of {wholeCount(all.length)}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => go('/members')}>
          Manage workspaces
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

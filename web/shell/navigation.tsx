import {
  ActionIcon,
  Menu,
  NavLink,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { use } from 'react';
import { leavesDrawer } from '../address/use-opened.ts';
import { auth } from '../api/auth.ts';
import { useMe } from '../api/scope.ts';
import { wholeCount } from '../format/number.ts';
import { KeyCap } from '../parts/key-cap.tsx';
import { keptSearch } from './kept-search.ts';
import { type NavItem, PAGES, SETTINGS } from './nav-items.ts';
import { OpenSearch } from './page.tsx';
import classes from './shell.module.css';
import { StopButton } from './stop-button.tsx';
import { useCounts } from './use-counts.ts';
import { useGo } from './use-go.ts';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

export function Navigation() {
  const { hasSandbox } = useMe();
  const counts = useCounts();
  const { pathname, search } = useLocation();
  const isInDrawer = leavesDrawer(search);
  const item = ({ to, label, icon: Icon }: NavItem) => {
    const count = counts[to];
    return (
      <NavLink
        key={to}
        className={classes.link}
        active={pathname.startsWith(to)}
        aria-current={pathname.startsWith(to) ? 'page' : undefined}
        label={label}
        leftSection={<Icon size={16} stroke={1.75} />}
        rightSection={
          count && (
            <span className={classes.count} data-asks={count.asks}>
              {wholeCount(count.value)}
            </span>
          )
        }
        renderRoot={(props) => <Link to={to} search={keptSearch as never} replace={isInDrawer} {...props} />}
      />
    );
  };
  return (
    <div className={classes.nav}>
      <WorkspaceSwitcher />
      <UnstyledButton className={classes.search} onClick={use(OpenSearch)}>
        <IconSearch size={14} stroke={1.75} />
        <span>Search or jump to</span>
        <KeyCap keys="modK" />
      </UnstyledButton>
      <nav aria-label="Pages">{PAGES.filter(({ onlyWithSandbox }) => !onlyWithSandbox || hasSandbox).map(item)}</nav>
      <div className={classes.overline} id="settings-heading">
        Settings
      </div>
      <nav aria-labelledby="settings-heading">{SETTINGS.map(item)}</nav>
      <StopButton />
      <Person />
    </div>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map(([first = '']) => first)
    .join('')
    .slice(0, 2)
    .toUpperCase();

function Person() {
  const { person, organization } = useMe();
  const go = useGo();
  const role = organization.role ?? 'member';
  return (
    <div className={classes.foot}>
      <Menu position="top-start" width={200}>
        <Menu.Target>
          <UnstyledButton className={classes.person}>
            <span className={classes.initials} aria-hidden="true">
              {initials(person.name)}
            </span>
            <span className={classes.names}>
              <span className={classes.name}>{person.name}</span>
              <span className={classes.about}>{role[0]!.toUpperCase() + role.slice(1)}</span>
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{person.email}</Menu.Label>
          <Menu.Item onClick={() => go('/account')}>Your account</Menu.Item>
          <Menu.Item onClick={() => void auth('/sign-out', {}).then(() => window.location.assign('/sign-in'))}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ThemeSwitch />
    </div>
  );
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  const label = `Switch to the ${other} theme`;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(other)}>
        {scheme === 'dark' ? <IconSun size={16} stroke={1.75} /> : <IconMoon size={16} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}

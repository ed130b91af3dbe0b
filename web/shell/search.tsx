import '@mantine/spotlight/styles.layer.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe, useScope } from '../api/scope.ts';
import { HelmMark } from '../parts/helm-mark.tsx';
import { KeyCap } from '../parts/key-cap.tsx';
import { PAGES, SETTINGS } from './nav-items.ts';
import classes from './search.module.css';
import { actionsOf, findEntries, SEARCHED_CAMPAIGNS, type SearchEntry, type SearchSource } from './search-entries.ts';
import { useGo } from './use-go.ts';

/** The ⌘K search over pages, workspaces and loaded campaigns. Opens each time the counter `asked` goes up. */
export default function Search({ asked }: { asked: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the counter is the signal to open
  useEffect(() => spotlight.open(), [asked]);
  const [query, setQuery] = useState('');
  const found = useGroups(query).filter(({ entries }) => entries.length > 0);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      size={600}
      radius="lg"
      classNames={{ content: classes.content }}
      clearQueryOnClose
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder="Search or jump to"
        aria-label="Search or jump to"
        leftSection={<IconSearch size={16} stroke={1.75} />}
        rightSection={<KeyCap keys="esc" />}
        rightSectionWidth={56}
        classNames={{ input: classes.input }}
      />
      <Spotlight.ActionsList className={classes.list}>
        {found.map(({ group, entries }) => (
          <Spotlight.ActionsGroup key={group} label={group} classNames={{ actionsGroup: classes.group }}>
            {entries.map((entry, index) => (
              // Two accounts may each have a campaign of one name.
              <Entry key={`${entry.label} ${entry.about ?? ''} ${String(index)}`} {...entry} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>Nothing is called “{query}”.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What the query finds, by kind. */
function useGroups(query: string): { group: string; entries: readonly SearchEntry[] }[] {
  const go = useGo();
  const { hasSandbox } = useMe();
  const { all, choose } = useScope();
  const pages: SearchEntry[] = [...PAGES, ...SETTINGS]
    .filter(({ onlyWithSandbox }) => !onlyWithSandbox || hasSandbox)
    .map(({ to, label, icon: Icon }) => ({ label, icon: <Icon size={16} stroke={1.75} />, run: () => go(to) }));
  const workspaces: SearchEntry[] = all.map(({ id, name }) => ({
    label: name,
    about: 'Workspace',
    icon: <HelmMark />,
    run: () => choose(id),
  }));
  // `useCampaignCount` puts the campaigns into the query cache; this only reads, and an open search updates.
  const { data: source } = useQuery<SearchSource>({ queryKey: SEARCHED_CAMPAIGNS, queryFn: skipToken });
  const campaigns = source ? findEntries(source(go), query) : [];
  return [
    { group: 'Campaigns', entries: campaigns },
    { group: 'Actions', entries: actionsOf(campaigns, query) },
    { group: 'Pages', entries: findEntries(pages, query) },
    { group: 'Workspaces', entries: findEntries(workspaces, query) },
  ];
}

function Entry({ label, about, icon, run }: SearchEntry) {
  return (
    <Spotlight.Action onClick={run} className={classes.action}>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.label}>{label}</span>
      <span className={classes.about}>{about}</span>
      <span className={classes.enter}>
        <KeyCap keys="↵" />
      </span>
    </Spotlight.Action>
  );
}

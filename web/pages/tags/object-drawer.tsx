import { ActionIcon, Button, Drawer } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { type Place, useWhole } from '../../api/tags.ts';
import { isLong, wholeText } from '../../format/whole-value.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Tag } from '../../parts/tag.tsx';
import type { LiveObject } from './objects.ts';
import classes from './tags.module.css';
import { Unread } from './waiting-turn.tsx';
import { consentWords } from './words.ts';

interface Props {
  place: Place;
  object: LiveObject;
  onClose(): void;
  onStep(by: 1 | -1): void;
}

/** One object in full. Code stands as text: nothing of it runs here. */
export function ObjectDrawer({ place, object, onClose, onStep }: Props) {
  const { row, tag, when, usedBy, kind } = object;
  const one = kind.slice(0, -1);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(560px, 100vw)" trapFocus>
      <Drawer.Overlay />
      <Drawer.Content aria-label={row.name}>
        <div className={classes.drawerHead}>
          <Tag>{one}</Tag>
          <code>{row.id}</code>
          <span className={classes.end}>
            <ActionIcon aria-label={`Previous ${one}`} onClick={() => onStep(-1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Next ${one}`} onClick={() => onStep(1)}>
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon aria-label="Close" onClick={onClose}>
              <IconX size={16} />
            </ActionIcon>
          </span>
        </div>
        <Drawer.Body className={classes.drawerBody}>
          <h2 className={classes.drawerTitle}>{row.name}</h2>
          <Facts
            facts={[
              ['Kind', row.kind === row.type ? row.kind : `${row.kind} (${row.type})`],
              ['Status', tag && (tag.paused ? 'paused' : 'active')],
              ['Fires on', tag && (tag.firesOn.join(', ') || 'nothing')],
              ['Blocked by', tag?.blockedBy.join(', ')],
              ['Consent', tag && consentWords(tag.consent)],
              ['When', when],
              ['Used by', kind !== 'tags' && (usedBy.join(', ') || 'nothing')],
              ['Folder', row.folder],
              ['Notes', row.notes],
            ]}
          />
          <Settings place={place} object={object} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Where a long text is shown in part, it is read in full by a press: each read is a request of the platform's fifteen. */
function Settings({ place, object: { row, kind } }: Pick<Props, 'place' | 'object'>) {
  const [wanted, setWanted] = useState(false);
  const read = useWhole(place, SINGULAR[kind], row.id, wanted);
  const settings = read.data?.settings ?? row.settings;
  const isPart = row.shortened.length > 0 && !read.data;
  const long = settings.filter(({ value }) => isLong(value));
  const short = settings.filter(({ value }) => !isLong(value));
  return (
    <>
      {short.length > 0 && <Facts facts={short.map(({ name, value }) => [name, wholeText(value)])} />}
      {long.map(({ name, value }) => (
        <div key={name}>
          <div className={classes.boxHead}>{name}</div>
          <CodeBox label={name}>{wholeText(value)}</CodeBox>
        </div>
      ))}
      {isPart && (
        <div>
          <Button size="xs" loading={read.isFetching} onClick={() => setWanted(true)}>
            Show {row.shortened.join(', ')} in full
          </Button>
        </div>
      )}
      {read.error && <Unread read={read} title="It could not be read" />}
    </>
  );
}

const SINGULAR = { tags: 'tag', triggers: 'trigger', variables: 'variable' } as const;

/** Those that are known. */
const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.drawerFacts}>
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);

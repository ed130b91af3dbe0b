import { ActionIcon, Drawer, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { Send, SentEvent } from '../../api/conversions.ts';
import { readableId } from '../../format/id.ts';
import { plural } from '../../format/number.ts';
import { exact } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { CopyIcon } from '../../parts/copy-icon.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './conversions.module.css';
import { SendWord, type TestModes, valueText } from './ledger-columns.tsx';
import { eventWord, sourceWord } from './words.ts';

interface Props {
  workspaceId: string;
  eventId: string;
  modes: TestModes;
  nameOf(channel: string, destination: string): string | undefined;
  onClose(): void;
  onStep(by: 1 | -1): void;
}

/** Everything that is kept of one event. */
export function EventDrawer({ workspaceId, eventId, modes, nameOf, onClose, onStep }: Props) {
  const { data, error } = useQuery({
    ...api.conversions.event.queryOptions({ workspaceId, eventId }),
    placeholderData: undefined,
  });
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(560px, 100vw)" trapFocus>
      <Drawer.Overlay />
      <Drawer.Content aria-label={eventId}>
        <div className={classes.drawerHead}>
          <code>{eventId}</code>
          <CopyIcon value={eventId} label="Copy the event id" />
          <span className={classes.end}>
            <ActionIcon aria-label="Previous event" onClick={() => onStep(-1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon aria-label="Next event" onClick={() => onStep(1)}>
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon aria-label="Close" onClick={onClose}>
              <IconX size={16} />
            </ActionIcon>
          </span>
        </div>
        <Drawer.Body className={classes.drawerBody}>
          {error && <Problem title="This event could not be read" text={error.message} />}
          {!data && !error && <Skeleton height={240} />}
          {data && <Kept event={data} modes={modes} nameOf={nameOf} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Kept({ event, modes, nameOf }: { event: SentEvent } & Pick<Props, 'modes' | 'nameOf'>) {
  const sends = event.sends.toSorted((a, b) => channelOrder(a.channel) - channelOrder(b.channel));
  return (
    <>
      <h2 className={classes.drawerTitle}>
        {eventWord(event.event)} <span className={classes.source}>{sourceWord(event.source)}</span>
      </h2>
      <Facts
        facts={[
          ['Happened', exact(event.happenedAt)],
          ['Value', valueText(event)],
          ['Sent as', <code key="name">{event.event}</code>],
        ]}
      />
      {sends.map((send) => (
        <SendFacts
          key={`${send.channel} ${send.account} ${send.destination} ${send.isTest}`}
          send={send}
          modes={modes}
          name={nameOf(send.channel, send.destination)}
        />
      ))}
      <p className={classes.quiet}>
        Nothing about the person is kept: addresses, numbers and click ids are hashed or sent, and forgotten.
      </p>
    </>
  );
}

function SendFacts({ send, modes, name }: { send: Send; modes: TestModes; name: string | undefined }) {
  const { channel, account, destination, isTest, field, why, reference, tries, at } = send;
  return (
    <section className={classes.send} aria-label={channelName(channel)}>
      <header>
        <ChannelIcon channel={channel} />
        <h3>{channelName(channel)}</h3>
        {isTest && <Tag>test</Tag>}
        <SendWord send={{ ...send, why: null }} testEvents={modes[channel]} />
      </header>
      <Facts
        facts={[
          ['Destination', destination === '' ? undefined : `${name ? `${name} · ` : ''}${readableId(destination)}`],
          ['Account', readableId(account)],
          ['Field', field && <code>{field}</code>],
          ['Why', why],
          ['Reference', reference && <Copied value={reference} />],
          ['Tried', `${exact(at)}${tries > 1 ? `, ${plural(tries, 'time')}` : tries === 0 ? ', not sent' : ''}`],
        ]}
      />
    </section>
  );
}

const Copied = ({ value }: { value: string }) => (
  <span className={classes.copied}>
    <code>{value}</code>
    <CopyIcon value={value} label="Copy the reference" />
  </span>
);

/** Those that are known. */
const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);

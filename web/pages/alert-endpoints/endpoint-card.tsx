import { ActionIcon, Button, Card, Menu } from '@mantine/core';
import { IconBrandSlack, IconBrandTeams, IconDots, IconMail, IconWebhook } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type Endpoint, rereadEndpoints } from '../../api/endpoints.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { StateMark, type StateTone } from '../../parts/state-mark.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './endpoints.module.css';
import { EVENTS, kindName } from './words.ts';

interface Props {
  endpoint: Endpoint;
  mayChange: boolean;
  onEdit(): void;
  onRemove(): void;
  onDeliveries(): void;
  onSecret(secret: string): void;
}

const ICONS = { webhook: IconWebhook, email: IconMail, slack: IconBrandSlack, teams: IconBrandTeams };

export function EndpointCard({ endpoint, mayChange, onEdit, onRemove, onDeliveries, onSecret }: Props) {
  const { kind, name, address, events } = endpoint;
  const Icon = ICONS[kind];
  const test = useTest();
  const rotate = useRotate(onSecret);
  return (
    <Card component="article" className={classes.card} aria-label={name}>
      <header className={classes.head}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
        <div className={classes.names}>
          <h2 title={name}>{name}</h2>
          <div className={classes.quiet} title={address}>
            {kindName(kind)} · {address}
          </div>
        </div>
        <State endpoint={endpoint} />
      </header>
      <div className={classes.quiet}>
        {events.length === EVENTS.length
          ? 'Every event'
          : EVENTS.filter(({ type }) => events.includes(type))
              .map((one) => one.name)
              .join(' · ')}
      </div>
      <Facts endpoint={endpoint} />
      {test.data && <Tested outcome={test.data} />}
      <Failed error={test.error} title="The test was not sent" />
      <Failed error={rotate.error} title="The secret was not changed" left="The one before still signs." />
      <footer className={classes.foot}>
        <Button size="xs" onClick={onDeliveries}>
          Deliveries
        </Button>
        {mayChange && (
          <>
            <Button size="xs" loading={test.isPending} onClick={() => test.mutate(placeOf(endpoint))}>
              Send a test
            </Button>
            <Menu position="bottom-end" width={200}>
              <Menu.Target>
                <ActionIcon variant="subtle" aria-label={`Actions for ${name}`} className={classes.more}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={onEdit}>Edit</Menu.Item>
                {kind === 'webhook' && (
                  <Menu.Item onClick={() => rotate.mutate(placeOf(endpoint))}>Make a new secret</Menu.Item>
                )}
                <Menu.Item color="red" onClick={onRemove}>
                  Remove
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </footer>
    </Card>
  );
}

const placeOf = ({ workspaceId, id }: Endpoint) => ({ workspaceId, id });

function stateOf({ state, failingSince }: Endpoint): { kind: ShapeKind; words: string; tone: StateTone } {
  if (state === 'off') return { kind: 'paused', words: 'Off', tone: 'idle' };
  if (failingSince !== null) return { kind: 'limited', words: 'Failing', tone: 'warn' };
  return { kind: 'done', words: 'On', tone: 'good' };
}

function State({ endpoint }: { endpoint: Endpoint }) {
  const { kind, words, tone } = stateOf(endpoint);
  return (
    <StateMark shape={kind} tone={tone}>
      {words}
    </StateMark>
  );
}

function Facts({
  endpoint: { state, offBecause, failingSince, deliveredAt, previousSecretUntil },
}: {
  endpoint: Endpoint;
}) {
  return (
    <ul className={classes.facts}>
      {state === 'off' && offBecause && <li>{offBecause}</li>}
      {state === 'on' && failingSince && (
        <li>
          Fails since <TimeText time={failingSince} />; after five days it is switched off.
        </li>
      )}
      <li>
        {deliveredAt ? (
          <>
            Last delivered <TimeText time={deliveredAt} />
          </>
        ) : (
          'Nothing delivered yet'
        )}
      </li>
      {previousSecretUntil && (
        <li>
          The secret before still signs, until <TimeText time={previousSecretUntil} />.
        </li>
      )}
    </ul>
  );
}

interface Attempt {
  status: number | null;
  error: string | null;
}

const Tested = ({ outcome: { status, error } }: { outcome: Attempt }) => (
  <p className={classes.tested} role="status">
    <Shape kind={error === null ? 'done' : 'rejected'} size={12} />
    {error === null
      ? `The test was taken${status === null ? '' : ` (HTTP ${status})`}.`
      : `The test was not taken: ${error}`}
  </p>
);

function useTest() {
  return useMutation(api.endpoints.test.mutationOptions({ onSettled: rereadEndpoints }));
}

function useRotate(onSecret: (secret: string) => void) {
  return useMutation(
    api.endpoints.rotate.mutationOptions({
      onSuccess: ({ secret }) => {
        rereadEndpoints();
        if (secret !== null) onSecret(secret);
      },
    }),
  );
}

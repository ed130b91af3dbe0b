import { Button, Card } from '@mantine/core';
import { IconPlayerPause, IconSettings, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Alert, rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import { moment } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './alerts.module.css';
import { DayBars } from './day-bars.tsx';
import { kindName, STATE } from './words.ts';

/** Two are what a person can weigh; more stand in the tool's answer. */
const CALLS_SHOWN = 2;

export function FiringCard({ alert, mayChange }: { alert: Alert; mayChange: boolean }) {
  const { object, monitor, kind, state, sentence, chart, just_before, next_calls, since, workspace } = alert;
  const { shape, word, tone } = STATE[state]!;
  return (
    <Card component="article" className={classes.card} aria-label={`${monitor}: ${object.name}`} data-state={state}>
      <header className={classes.cardHead}>
        {object.channel && <ChannelIcon channel={object.channel} />}
        <div className={classes.names}>
          <h2>{monitor || kindName(kind)}</h2>
          <div className={classes.about} title={`${object.name} · ${workspace}`}>
            {object.name} · {workspace}
          </div>
        </div>
        <StateMark shape={shape} tone={tone}>
          {word}
        </StateMark>
      </header>
      <p className={classes.sentence}>{sentence}</p>
      {chart && <DayBars chart={chart} channel={object.channel} />}
      {just_before.length > 0 && <JustBefore changes={just_before} />}
      {alert.paused && <p className={classes.quiet}>{alert.paused.words}</p>}
      <footer className={classes.cardFoot}>
        {next_calls.slice(0, CALLS_SHOWN).map((call) => (
          <CallButton key={`${call.tool} ${call.purpose}`} alert={alert} call={call} mayChange={mayChange} />
        ))}
        {state === 'firing' && <Seen alert={alert} mayChange={mayChange} />}
        <span className={classes.since}>
          since <TimeText time={since} />
        </span>
      </footer>
    </Card>
  );
}

function JustBefore({ changes }: { changes: Alert['just_before'] }) {
  return (
    <div className={classes.before}>
      <h3>What changed just before</h3>
      <ul>
        {changes.map(({ at, who, from, words }) => (
          <li key={`${at} ${words}`}>
            <time dateTime={at}>{moment(at)}</time>
            {from === 'platform' ? (
              <IconSettings size={14} aria-hidden="true" />
            ) : (
              <IconUser size={14} aria-hidden="true" />
            )}
            <span>
              {who && <strong>{who} </strong>}
              {words}
              {from === 'platform' && <span className={classes.quiet}> (the platform’s history)</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CallProps {
  alert: Alert;
  call: Alert['next_calls'][number];
  mayChange: boolean;
}

/** Opens the call in the Playground, filled in: nothing is sent by this press. */
function CallButton({ alert, call, mayChange }: CallProps) {
  const go = useGo();
  const isPause = /pause/i.test(call.purpose);
  return (
    <Button
      size="xs"
      disabled={!mayChange}
      title={call.purpose}
      leftSection={isPause ? <IconPlayerPause /> : undefined}
      onClick={() =>
        go('/playground', {
          workspace: alert.workspaceId,
          channel: call.channel,
          tool: call.tool,
          arguments: JSON.stringify(call.arguments),
        })
      }
    >
      {call.purpose.length > 28 ? call.tool.replaceAll('_', ' ') : call.purpose}
    </Button>
  );
}

function Seen({ alert, mayChange }: { alert: Alert; mayChange: boolean }) {
  const seen = useMutation({
    mutationFn: () =>
      callTool({
        workspaceId: alert.workspaceId,
        channel: 'workspace',
        tool: 'acknowledge_alert',
        arguments: { alert_id: alert.id },
      }),
    onSuccess: rereadAlerts,
  });
  return (
    <>
      <Button size="xs" variant="subtle" loading={seen.isPending} disabled={!mayChange} onClick={() => seen.mutate()}>
        Seen
      </Button>
      <Failed error={seen.error} title="It was not marked as seen" />
    </>
  );
}

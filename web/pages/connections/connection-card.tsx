import { ActionIcon, Button, Card, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { plural } from '../../format/number.ts';
import { dayWithYear } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { VIEWERS, WhomToAsk } from '../../parts/locked-notice.tsx';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { ReadableId } from '../../parts/readable-id.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './connections.module.css';
import type { ConnectionCardData, TestResult, TokenHealth } from './types.ts';

interface Props {
  card: ConnectionCardData;
  tested: TestResult | undefined;
  /** The result of the check that runs when the page opens; `tested` is that of the Test button. */
  asked: TestResult | undefined;
  testing: boolean;
  mayChange: boolean;
  onTest(): void;
  onConnect(by: 'live' | 'sandbox' | 'paste'): void;
  onChangeAccount(): void;
  onDisconnect(): void;
}

export function ConnectionCard(props: Props) {
  const { card, tested, asked } = props;
  const known = tested?.ok ? tested : asked;
  const { channel, mode, account, identity, accounts, tokenHealth } = card;
  const connected = mode !== null;
  const shown = tested ?? (asked?.ok === false ? asked : undefined);
  return (
    <Card component="section" className={classes.card} data-empty={!connected} aria-label={channelName(channel)}>
      {mode === 'sandbox' && <div className={classes.hatch} />}
      <div className={classes.head}>
        <ChannelIcon channel={channel} size={32} />
        <div className={classes.title}>
          <h3>{channelName(channel)}</h3>
          <span>{account ? <ReadableId id={account} /> : withoutAccount(card)}</span>
        </div>
        {mode ? <ModeTag mode={mode} /> : <Tag>Not connected</Tag>}
      </div>
      {connected ? (
        <dl className={classes.facts}>
          <Fact name="Signed in as">{known?.who ?? identity ?? 'not asked yet'}</Fact>
          {channel === 'office' ? <Fact name="May">read only</Fact> : <Fact name="Account">{nameOf(card, known)}</Fact>}
          {mode === 'sandbox' ? (
            <Fact name={channel === 'tags' ? 'Visitors' : 'Numbers'}>
              {channel === 'tags' ? 'none: no website gets these tags' : 'never added to live ones'}
            </Fact>
          ) : (
            <Fact name="Kept to">{accounts ? `${accounts.length} chosen accounts` : 'what the sign-in reaches'}</Fact>
          )}
        </dl>
      ) : (
        <p className={classes.about}>
          Connect to see it beside the other channels. Agents get <code>403 FORBIDDEN</code> on this channel until then.
        </p>
      )}
      {shown && <Tested result={shown} />}
      {tokenHealth && <Token health={tokenHealth} />}
      <Actions {...props} />
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function withoutAccount({ channel, mode }: ConnectionCardData): string {
  if (mode === null) return 'No account yet';
  return channel === 'office' ? 'Files that the sign-in may read' : 'No account chosen';
}

function nameOf({ account }: ConnectionCardData, tested: TestResult | undefined): string {
  const known = tested?.accounts.find(({ id }) => id === account);
  return known ? [known.name, known.currency].filter(Boolean).join(' · ') : (account ?? 'the caller names one');
}

const Tested = ({ result: { ok, failure, accounts } }: { result: TestResult }) => (
  <div className={classes.tested} role="status" data-ok={ok}>
    <Shape kind={ok ? 'done' : 'rejected'} size={13} />
    <span>
      {ok
        ? `The platform answered, ${plural(accounts.length, 'account')} reached.`
        : `${failure?.message} ${failure?.nextStep}`}
    </span>
  </div>
);

const DAYS_SHOWN = 60;
const SOON_DAYS = 14;

function Token({ health: { expiresAt, daysLeft, renewsItself } }: { health: TokenHealth }) {
  const left = daysLeft ?? DAYS_SHOWN;
  const soon = !renewsItself && left < SOON_DAYS;
  const words = renewsItself
    ? 'Token renews itself'
    : daysLeft === null
      ? 'Token has no end'
      : left <= 0
        ? 'Token has expired'
        : `Token expires in ${Math.floor(left)} days`;
  return (
    <div className={classes.token}>
      <div className={classes.tokenWords}>
        <Shape kind={left <= 0 && !renewsItself ? 'rejected' : soon ? 'limited' : 'done'} size={12} />
        <span>{words}</span>
        {!renewsItself && expiresAt && <span className={classes.until}>{dayWithYear(expiresAt.slice(0, 10))}</span>}
      </div>
      <div className={classes.gauge} data-soon={soon}>
        <div style={{ width: `${renewsItself ? 100 : Math.max(2, Math.min(100, (left / DAYS_SHOWN) * 100))}%` }} />
      </div>
    </div>
  );
}

function Actions(props: Props) {
  const { card, mayChange, onConnect } = props;
  if (!mayChange)
    return (
      <div className={classes.foot}>
        <span>
          {VIEWERS} <WhomToAsk />
        </span>
      </div>
    );
  if (card.mode !== null) return <ConnectedActions {...props} mode={card.mode} />;
  return (
    <div className={classes.foot}>
      <Button size="xs" variant="filled" onClick={() => onConnect('live')}>
        Connect
      </Button>
      <Button size="xs" onClick={() => onConnect('sandbox')}>
        Use the sandbox
      </Button>
      <Button size="xs" variant="subtle" className={classes.end} onClick={() => onConnect('paste')}>
        Paste credentials
      </Button>
    </div>
  );
}

function ConnectedActions(props: Props & { mode: 'live' | 'sandbox' }) {
  const { card, mode, testing, onTest, onConnect, onChangeAccount, onDisconnect } = props;
  const worn = card.state !== 'connected';
  return (
    <div className={classes.foot}>
      {worn && (
        <Button size="xs" variant="filled" onClick={() => onConnect(mode)}>
          Reconnect
        </Button>
      )}
      {mode === 'sandbox' && !worn && (
        <Button size="xs" onClick={() => onConnect('live')}>
          Go live
        </Button>
      )}
      <Button size="xs" loading={testing} onClick={onTest}>
        Test
      </Button>
      {card.account !== null && (
        <Button size="xs" onClick={onChangeAccount}>
          Change account
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.end} aria-label={`More about ${channelName(card.channel)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onConnect(mode)}>Sign in again …</Menu.Item>
          <Menu.Item onClick={() => onConnect('paste')}>Paste credentials …</Menu.Item>
          <Menu.Item color="red" onClick={onDisconnect}>
            Disconnect …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

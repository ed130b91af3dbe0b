import { IconBan } from '@tabler/icons-react';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './consent.module.css';
import type { ConsentRequest } from './types.ts';

/** Who asks, and what of it was checked. */
export function Asker({ request: { client, resource, scopes } }: { request: ConsentRequest }) {
  return (
    <section className={classes.asker} aria-label="Who asks">
      <dl className={classes.facts}>
        <dt>Who asks</dt>
        <dd>
          <strong>{client.name}</strong> <span className={classes.quiet}>as it calls itself</span>
          <Checked client={client} />
        </dd>
        <dt>Sends you back to</dt>
        <dd className={classes.host}>{client.redirectHost}</dd>
        <dt>Will speak to</dt>
        <dd>
          <code className={classes.address}>{resource}</code>
        </dd>
        <dt>Asked for</dt>
        <dd className={classes.scopes}>
          {scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </dd>
      </dl>
    </section>
  );
}

function Checked({ client: { id, kind, loopbackOnly, redirectHost, firstSeen } }: Pick<ConsentRequest, 'client'>) {
  if (loopbackOnly)
    return (
      <p className={classes.warning} role="note">
        <Shape kind="limited" size={14} />
        <span>
          Runs on this computer ({redirectHost}). Any program here can pretend to be it. Go on only if you started it
          just now.
        </span>
      </p>
    );
  if (kind === 'metadata_document')
    return (
      <p className={classes.checked}>
        <Shape kind="done" size={13} /> its identity document was read from {hostOf(id)}
      </p>
    );
  return (
    <p className={classes.checked}>
      <Shape kind="unknown" size={13} />
      <span>
        it registered itself{firstSeen && [' ', <TimeText key="seen" time={firstSeen} />]}; only the host below is
        checked
      </span>
    </p>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

const NEVER = [
  'Approve anything, not even its own requests',
  'Change limits, rules, members or connections',
  'See platform tokens or passwords',
];

export const Never = () => (
  <aside className={classes.never} aria-labelledby="never">
    <h2 id="never" className={classes.neverTitle}>
      Whatever you choose, it can never
    </h2>
    <ul className={classes.neverList}>
      {NEVER.map((what) => (
        <li key={what}>
          <IconBan size={14} aria-hidden="true" />
          {what}
        </li>
      ))}
    </ul>
  </aside>
);

import { Anchor, Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import type { Plan } from '../../api/plans.ts';
import { shortValue } from '../../format/value.ts';
import { BulkView } from '../../parts/bulk-view.tsx';
import { channelName } from '../../parts/channels.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { releaseParts } from '../../parts/release-parts.ts';
import { ReleaseView } from '../../parts/release-view.tsx';
import { Shape } from '../../parts/shape.tsx';
import { problemWords } from '../../parts/sheet-plan-words.ts';
import classes from './approvals.module.css';
import { changesOf, type FieldChange, moneyMoved } from './words.ts';

/** Every field before and after, and the request that will be sent. */
export function Difference({ plan }: { plan: Plan }) {
  const changes = changesOf(plan);
  const release = releaseParts(plan.difference);
  const [showsRequest, { toggle }] = useDisclosure();
  if (plan.bulk) return <Campaigns plan={plan} bulk={plan.bulk} />;
  return (
    <Card component="section" aria-label="Difference">
      {release ? (
        <div className={classes.release}>
          <ReleaseView release={release} />
        </div>
      ) : changes.length > 0 ? (
        <table className={classes.difference}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={change.field} change={change} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className={classes.nothingBefore}>
          This makes something new, so there is nothing to compare. The request says what.
        </p>
      )}
      <div className={classes.requestLine}>
        <Checked plan={plan} />
        <Button
          size="xs"
          variant="subtle"
          leftSection={showsRequest ? <IconEyeOff /> : <IconEye />}
          aria-expanded={showsRequest || changes.length === 0}
          onClick={toggle}
        >
          {showsRequest ? 'Hide the request' : 'Show the request'}
        </Button>
      </div>
      {(showsRequest || changes.length === 0) && (
        <div className={classes.request}>
          <CodeBox label="The request">{requestText(plan)}</CodeBox>
        </div>
      )}
    </Card>
  );
}

/** A media plan: its sums and rows in place of the difference, and the way to its sheet. */
function Campaigns({ plan, bulk }: { plan: Plan; bulk: NonNullable<Plan['bulk']> }) {
  const { data } = useQuery(api.mediaPlans.ofPlan.queryOptions({ id: plan.id }));
  return (
    <Card component="section" aria-label="Campaigns of the sheet">
      <BulkView bulk={bulk} />
      {data && (
        <div className={classes.requestLine}>
          <span className={classes.checked}>
            {[`Read from ${data.file}, each cell checked`, problemWords(data)].filter(Boolean).join('; ')}.
          </span>
          <Anchor
            renderRoot={(props) => <Link to={`/media-plans/${data.id}` as '/'} search={true as never} {...props} />}
          >
            Open the sheet
          </Anchor>
        </div>
      )}
    </Card>
  );
}

function Row({ change }: { change: FieldChange }) {
  return (
    <tr>
      <th scope="row">
        <code>{change.field}</code>
      </th>
      <td>
        <del className={classes.from}>{valueText(change.from)}</del>
      </td>
      <td>
        <IconArrowRight size={12} className={classes.arrow} aria-hidden="true" />
        <ins className={classes.to}>{valueText(change.to)}</ins>
      </td>
      <td>{moneyMoved(change) ?? ''}</td>
    </tr>
  );
}

/** The whole value, where `shortValue` would cut it: people must see all that they approve. */
function valueText(value: unknown): string {
  const text = shortValue(value);
  const isWhole = typeof value !== 'object' || value === null || !/…$| entries$/.test(text);
  return isWhole ? text : JSON.stringify(value, null, 1);
}

function Checked({ plan: { channel, platform_checked } }: { plan: Plan }) {
  const name = channelName(channel);
  return (
    <span className={classes.checked}>
      <Shape kind={platform_checked ? 'done' : 'refused'} />
      {platform_checked
        ? `${name} checked the request without applying it. Nothing else changes.`
        : `${name} checks it only when it is sent. Nothing else changes.`}
    </span>
  );
}

function requestText({ request: { method, path, body, bytes } }: Plan): string {
  const what = bytes === undefined ? '' : `\n\n(a file of ${bytes} bytes)`;
  const text = body === undefined ? what : `\n\n${JSON.stringify(body, null, 2)}`;
  return `${method} ${path}${text}`;
}

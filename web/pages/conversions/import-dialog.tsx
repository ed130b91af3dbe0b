import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useRef, useState } from 'react';
import type { Api } from '../../../src/web/api/router.ts';
import { client } from '../../api/client.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Shape } from '../../parts/shape.tsx';
import classes from './conversions.module.css';
import { FIRST_ROW, type Import } from './use-imports.ts';
import { EVENT_CHOICES } from './words.ts';

type Request = NonNullable<inferRouterInputs<Api>['conversions']['importColumns']['request']>;
type Columns = inferRouterOutputs<Api>['conversions']['importColumns'];
type Checked = Omit<inferRouterOutputs<Api>['conversions']['importCheck'], 'next'>;

interface Props {
  workspaceId: string;
  one: Import;
  /** Connected ones. */
  channels: readonly string[];
  onClose(): void;
  onSend(): void;
}

/** Which column holds what, one value for all rows where a column is missing, a dry run, and the way to send. */
export function ImportDialog({ workspaceId, one, channels, onClose, onSend }: Props) {
  const { id, name, rows } = one;
  const [request, setRequest] = useState<Request>({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const { columns, error, isFetching } = useColumns(workspaceId, id, request);
  const check = useCheck(workspaceId, one);
  const put = (change: Partial<Request>) => {
    check.reset();
    setRequest((old) => ({ ...old, ...change }));
  };
  const isReady = columns !== undefined && columns.problems.length === 0 && !isFetching && !error;
  return (
    <Dialog
      opened
      onClose={onClose}
      size={680}
      title={`Import ${name}`}
      about={`${plural(rows, 'row')}. Each event id is sent once, also when the file comes again.`}
      footStart={
        <Button variant="subtle" size="xs" disabled={!isReady} loading={check.isPending} onClick={() => check.mutate()}>
          Dry run
        </Button>
      }
      actions={
        <>
          <Button onClick={onClose}>Send nothing yet</Button>
          <Button variant="filled" disabled={!isReady} onClick={onSend} rightSection={<KeyCap keys="mod↵" onAccent />}>
            Send {plural(rows, 'row')}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Failed error={error ?? check.error} title={columns && error ? 'Not taken' : 'The file could not be read'} />
        {columns && (
          <>
            <Mapping columns={columns} onMap={(map) => put({ map, fixed: without(map, request.fixed) })} />
            <ForAllRows columns={columns} request={request} channels={channels} put={put} />
            <Unclear problems={columns.problems} />
          </>
        )}
        {(check.data ?? check.soFar) && <DryRun checked={(check.data ?? check.soFar)!} isDone={!check.isPending} />}
      </div>
    </Dialog>
  );
}

/** The values for all rows of fields that no column holds. */
function without(map: NonNullable<Request['map']>, fixed: Request['fixed'] = {}): Request['fixed'] {
  return Object.fromEntries(Object.entries(fixed).filter(([field]) => !map[field]));
}

/** Keeps each change, one after the other: the last one made is what is sent. A refused one leaves the columns as they were. */
function useColumns(workspaceId: string, id: string, request: Request) {
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const { data, error, isFetching } = useQuery({
    queryKey: ['columns of import', id, request],
    queryFn: () => {
      const keep = () => client.conversions.importColumns.mutate({ workspaceId, id, request });
      const kept = before.current.then(keep, keep);
      before.current = kept;
      return kept;
    },
    staleTime: 0,
  });
  const [columns, setColumns] = useState(data);
  if (data && data !== columns) setColumns(data);
  return { columns, error, isFetching };
}

const PROBLEMS_SHOWN = 10;

/** Every row as it would be sent, slice by slice. */
function useCheck(workspaceId: string, { id, rows }: Import) {
  const [soFar, setSoFar] = useState<Checked>();
  const check = useMutation({
    mutationFn: async (): Promise<Checked> => {
      let sum: Checked = { good: 0, refused: 0, problems: [] };
      for (let from = FIRST_ROW; from <= rows + 1; ) {
        const { next, good, refused, problems } = await client.conversions.importCheck.mutate({
          workspaceId,
          id,
          from,
        });
        sum = {
          good: sum.good + good,
          refused: sum.refused + refused,
          problems: [...sum.problems, ...problems].slice(0, PROBLEMS_SHOWN),
        };
        setSoFar(sum);
        from = next;
      }
      return sum;
    },
  });
  const reset = () => {
    setSoFar(undefined);
    check.reset();
  };
  return { ...check, soFar, reset };
}

const NOT_READ = 'not read';

function Mapping({
  columns: { heads, columns, fields },
  onMap,
}: {
  columns: Columns;
  onMap(map: NonNullable<Request['map']>): void;
}) {
  const fieldOf = (head: string) => columns.find((one) => one.head === head)?.field;
  const choose = (head: string, field: string | null) => {
    const chosen = new Map(
      columns.filter((one) => one.head !== head && one.field !== field).map((one) => [one.field, one.head]),
    );
    if (field && field !== NOT_READ) chosen.set(field, head);
    onMap(Object.fromEntries(fields.map((name) => [name, chosen.get(name) ?? ''])));
  };
  const choices = [
    { value: NOT_READ, label: NOT_READ },
    ...fields.map((field) => ({ value: field, label: fieldWord(field) })),
  ];
  return (
    <table className={classes.mapping}>
      <thead>
        <tr>
          <th scope="col">Column of the file</th>
          <th scope="col">Taken for</th>
        </tr>
      </thead>
      <tbody>
        {[...new Set(heads.filter((head) => head !== ''))].map((head) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            <td>
              <Select
                size="xs"
                aria-label={`What “${head}” is taken for`}
                searchable
                allowDeselect={false}
                data={choices}
                value={fieldOf(head) ?? NOT_READ}
                onChange={(field) => choose(head, field)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const fieldWord = (field: string): string => field.replace('.', ': ').replaceAll('_', ' ');

interface AllProps {
  columns: Columns;
  request: Request;
  channels: readonly string[];
  put(change: Partial<Request>): void;
}

function ForAllRows({ columns: { columns }, request, channels, put }: AllProps) {
  const { fixed = {} } = request;
  const has = (field: string) => columns.some((one) => one.field === field);
  const fix = (field: string, value: string) => {
    const { [field]: _, ...others } = fixed;
    put({ fixed: value.trim() === '' ? others : { ...others, [field]: value.trim() } });
  };
  return (
    <>
      <div className={classes.pair}>
        {!has('event') && (
          <Select
            label="Event of all rows"
            placeholder="Choose one"
            data={EVENT_CHOICES}
            value={fixed.event ?? null}
            onChange={(value) => fix('event', value ?? '')}
          />
        )}
        {has('value.amount') && !has('value.currency') && (
          <TextInput
            label="Currency of all rows"
            placeholder="EUR"
            defaultValue={fixed['value.currency']}
            onBlur={(event) => fix('value.currency', event.currentTarget.value.toUpperCase())}
          />
        )}
        {!has('source') && (
          <Select
            label="Where they happened"
            allowDeselect={false}
            data={[
              { value: 'web', label: 'On the web' },
              { value: 'app', label: 'In an app' },
              { value: 'store', label: 'In a shop' },
              { value: 'crm', label: 'In the CRM' },
            ]}
            value={fixed.source ?? 'web'}
            onChange={(value) => fix('source', value ?? '')}
          />
        )}
        <TextInput
          label="Zone of times without one"
          defaultValue={request.zone}
          onBlur={(event) => put({ zone: event.currentTarget.value.trim() || undefined })}
        />
      </div>
      <SendTo request={request} channels={channels} put={put} />
    </>
  );
}

function SendTo({ request, channels, put }: Omit<AllProps, 'columns'>) {
  const chosen = request.channels ?? channels;
  const toggle = (channel: string) => {
    const next = chosen.includes(channel) ? chosen.filter((one) => one !== channel) : [...chosen, channel];
    if (next.length > 0) put({ channels: next });
  };
  return (
    <fieldset className={classes.channels}>
      <legend>Send to</legend>
      {channels
        .toSorted((a, b) => channelOrder(a) - channelOrder(b))
        .map((channel) => (
          <Checkbox
            key={channel}
            label={channelName(channel)}
            checked={chosen.includes(channel)}
            onChange={() => toggle(channel)}
          />
        ))}
    </fieldset>
  );
}

function Unclear({ problems }: Pick<Columns, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <div className={classes.warning} role="status">
      {problems.map(({ field, message }) => (
        <p key={field}>
          <Shape kind="limited" size={13} />
          <span>
            {fieldWord(field)} {message}
          </span>
        </p>
      ))}
    </div>
  );
}

function DryRun({ checked: { good, refused, problems }, isDone }: { checked: Checked; isDone: boolean }) {
  return (
    <div className={classes.told} role="status">
      <Shape kind={!isDone ? 'scheduled' : refused > 0 ? 'limited' : 'done'} size={13} />
      <div>
        <strong>
          {wholeCount(good)} can be sent, {wholeCount(refused)} refused. Nothing was sent.
        </strong>
        {problems.map(({ row, eventId, problem }) => (
          <div key={row}>
            Row {row} {eventId && <code>{eventId}</code>} {problem}
          </div>
        ))}
        {refused > problems.length && (
          <div className={classes.quiet}>and {wholeCount(refused - problems.length)} more</div>
        )}
      </div>
    </div>
  );
}

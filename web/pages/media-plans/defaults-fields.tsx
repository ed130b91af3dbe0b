import { Select, TagsInput, TextInput } from '@mantine/core';
import type { Defaults } from '../../api/media-plans.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import classes from './media-plans.module.css';
import { type Field, SchemaField } from './schema-field.tsx';

type Draft = Defaults['defaults'];

interface Props {
  draft: Draft;
  channels: Defaults['channels'];
  isLocked: boolean;
  onChange(draft: Draft): void;
}

const OBJECTIVES = ['awareness', 'traffic', 'engagement', 'video_views', 'leads', 'app_installs', 'sales'];

export function DefaultsFields({ draft, channels, isLocked, onChange }: Props) {
  const put = (change: Partial<Draft>) => onChange(withoutEmpty({ ...draft, ...change }));
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const words = (values: string[], form: (value: string) => string) =>
    values.length === 0 ? undefined : [...new Set(values.map((value) => form(value.trim())))];
  return (
    <fieldset className={classes.defaults} disabled={isLocked}>
      <TextInput
        label="Landing page"
        placeholder="https://"
        defaultValue={draft.landing_page}
        onBlur={(event) => put({ landing_page: text(event.currentTarget.value) })}
      />
      <TextInput
        label="Tracking parameters"
        description="Added to landing pages, such as utm_source={channel}&utm_campaign={campaign}"
        defaultValue={draft.tracking_parameters}
        onBlur={(event) => put({ tracking_parameters: text(event.currentTarget.value) })}
      />
      <TextInput
        label="Naming pattern"
        description="Of {campaign}, {channel}, {objective}, {country}, {start}, {month}, {year}"
        defaultValue={draft.naming_pattern}
        onBlur={(event) => put({ naming_pattern: text(event.currentTarget.value) })}
      />
      <div className={classes.pair}>
        <TagsInput
          label="Countries"
          description="Two letters: DE, JP"
          value={draft.countries ?? []}
          onChange={(values) => put({ countries: words(values, (one) => one.toUpperCase()) })}
        />
        <TagsInput
          label="Languages"
          description="Two letters: de, ja"
          value={draft.languages ?? []}
          onChange={(values) => put({ languages: words(values, (one) => one.toLowerCase()) })}
        />
        <TextInput
          label="Currency"
          description="Where the sheet names none"
          defaultValue={draft.currency}
          onBlur={(event) => put({ currency: text(event.currentTarget.value)?.toUpperCase() })}
        />
        <Select
          label="Objective"
          description="Where a row has none"
          clearable
          data={OBJECTIVES.map((value) => ({ value, label: value.replace('_', ' ') }))}
          value={draft.objective ?? null}
          onChange={(value) => put({ objective: (value ?? undefined) as Draft['objective'] })}
        />
      </div>
      {channels.map(({ channel, schema }) => (
        <ChannelFields key={channel} channel={channel} schema={schema} draft={draft} put={put} />
      ))}
    </fieldset>
  );
}

function withoutEmpty(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Draft;
}

interface ChannelProps {
  channel: string;
  schema: Record<string, unknown>;
  draft: Draft;
  put(change: Partial<Draft>): void;
}

/** What one platform's campaigns have in common, as its channel describes it, and the accounts of rows that name none. */
function ChannelFields({ channel, schema, draft, put }: ChannelProps) {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Field>);
  const given = draft.channels?.[channel] ?? {};
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = given;
    const next = value === undefined ? others : { ...others, [name]: value };
    const { [channel]: __, ...rest } = draft.channels ?? {};
    const channels = Object.keys(next).length > 0 ? { ...rest, [channel]: next } : rest;
    put({ channels: Object.keys(channels).length > 0 ? channels : undefined });
  };
  const own = (draft.accounts ?? []).filter((one) => one.channel === channel).map(({ account }) => account);
  const setAccounts = (accounts: string[]) => {
    const others = (draft.accounts ?? []).filter((one) => one.channel !== channel);
    const all = [...others, ...accounts.map((account) => ({ channel, account }))];
    put({ accounts: all.length > 0 ? all : undefined });
  };
  return (
    <section className={classes.channelFields} aria-label={channelName(channel)}>
      <h3>
        <ChannelIcon channel={channel} /> {channelName(channel)}
      </h3>
      <TagsInput
        label="Accounts"
        description="Of rows that name none; one a currency"
        value={own}
        onChange={setAccounts}
      />
      {fields.map(([name, field]) => (
        <SchemaField key={name} name={name} field={field} value={given[name]} onChange={(value) => set(name, value)} />
      ))}
    </section>
  );
}

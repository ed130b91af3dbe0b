import { Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { plural } from '../format/number.ts';
import classes from './access-choices.module.css';
import { ChannelIcon } from './channel-icon.tsx';
import { channelName } from './channels.ts';

interface ChannelProps {
  offered: readonly string[];
  channels: string[];
  onChange(channels: string[]): void;
}

export function ChannelChoice({ offered, channels, onChange }: ChannelProps) {
  return (
    <Checkbox.Group label="Channels" value={channels} onChange={onChange}>
      <div className={classes.choices}>
        {offered.map((channel) => (
          <Checkbox.Card key={channel} value={channel} className={classes.choice}>
            <Checkbox.Indicator size="xs" />
            <ChannelIcon channel={channel} />
            {channelName(channel)}
          </Checkbox.Card>
        ))}
      </div>
    </Checkbox.Group>
  );
}

export type Access = 'read' | 'write';

interface AccessProps {
  channels: readonly string[];
  access: Access;
  /** Why writing cannot be chosen here. */
  readsOnly?: string | undefined;
  onChange(access: Access): void;
}

/** Reading alone or writing too, with the number of tools of the chosen channels that each opens. */
export function AccessChoice({ channels, access, readsOnly, onChange }: AccessProps) {
  const { data: catalogue } = useQuery(api.tools.catalogue.queryOptions({}));
  const tools = catalogue?.channels.filter(({ channel }) => channels.includes(channel)).flatMap((one) => one.tools);
  const reading = tools?.filter((tool) => tool.access === 'read').length;
  return (
    <Radio.Group label="May" value={access} onChange={(chosen) => onChange(chosen === 'write' ? 'write' : 'read')}>
      <div className={classes.pair}>
        <Choice value="read" title="Read only" about={`${counted(reading)} Cannot change or spend.`} />
        <Choice
          value="write"
          title="Read and write"
          about={readsOnly ?? `${counted(tools?.length)} New objects start paused.`}
          disabled={readsOnly !== undefined}
        />
      </div>
    </Radio.Group>
  );
}

const counted = (tools: number | undefined) => (tools === undefined ? '' : `${plural(tools, 'tool')}.`);

interface ChoiceProps {
  value: Access;
  title: string;
  about: string;
  disabled?: boolean;
}

const Choice = ({ value, title, about, disabled = false }: ChoiceProps) => (
  <Radio.Card value={value} className={classes.choice} data-tall disabled={disabled}>
    <Radio.Indicator size="xs" disabled={disabled} />
    <span>
      <span className={classes.title}>{title}</span>
      <span className={classes.about}>{about}</span>
    </span>
  </Radio.Card>
);

import { Select, type SelectProps } from '@mantine/core';

interface Props extends Omit<SelectProps, 'data'> {
  workspaces: readonly { id: string; name: string }[];
  /** Stands above the workspaces. */
  first?: { value: string; label: string };
}

/** Drawing more would take longer than typing a letter of the name. */
const OFFERED_MAX = 100;

/** One workspace of many, found by typing a part of its name. */
export default function WorkspaceSelect({ workspaces, first, ...rest }: Props) {
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={OFFERED_MAX}
      nothingFoundMessage="No workspace is called that."
      data={[...(first ? [first] : []), ...workspaces.map(({ id, name }) => ({ value: id, label: name }))]}
      {...rest}
    />
  );
}

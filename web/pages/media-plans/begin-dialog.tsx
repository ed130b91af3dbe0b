import { Autocomplete, Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callTool } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import { usePracticeSheets, useReadSheet } from '../../api/media-plans.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import WorkspaceSelect from '../../parts/workspace-select.tsx';
import classes from './media-plans.module.css';
import { PracticeSheets } from './practice-sheets.tsx';
import { Reading, ReadingFailed } from './reading-progress.tsx';

interface Props {
  /** Those where this person may change something. */
  workspaces: readonly Workspace[];
  chosen: Workspace | undefined;
  onClose(): void;
  onRead(id: string): void;
}

const ELSEWHERE = 'another spreadsheet, by its address';

/** Which spreadsheet and which cells; then it is read and checked. */
export function BeginDialog({ workspaces, chosen, onClose, onRead }: Props) {
  const [workspaceId, setWorkspaceId] = useState((chosen ?? workspaces[0])?.id ?? '');
  const choice = useChoice(workspaceId);
  const { spreadsheet, wanted } = choice;
  const reading = useReadSheet(onRead);
  const practice = usePracticeSheets(workspaceId);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Read a sheet"
      about="It is read and checked. Nothing is made by it."
      actions={
        <>
          <Button onClick={onClose}>Read nothing</Button>
          <Button
            variant="filled"
            disabled={spreadsheet === '' || wanted === '' || reading.isPending}
            loading={reading.isPending}
            rightSection={<KeyCap keys="mod↵" onAccent />}
            onClick={() => reading.mutate({ workspaceId, spreadsheet_id: spreadsheet, range: wanted })}
          >
            Read and check
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <ReadingFailed error={reading.error} title="The sheet was not read" left="Nothing was made." />
        {workspaces.length > 1 && (
          <WorkspaceSelect
            label="Workspace"
            workspaces={workspaces}
            value={workspaceId}
            onChange={(id) => id && setWorkspaceId(id)}
          />
        )}
        <SheetFields choice={choice} />
        {reading.isPending && <Reading step={reading.step} />}
        <PracticeSheets
          sheets={practice}
          isBusy={reading.isPending}
          onTry={({ id, tab }) => reading.mutate({ workspaceId, spreadsheet_id: id, range: tab })}
        />
      </div>
    </Dialog>
  );
}

/** The spreadsheet and cells that are chosen or typed so far. */
function useChoice(workspaceId: string) {
  const [sheetId, setSheetId] = useState<string>();
  const [address, setAddress] = useState('');
  const [range, setRange] = useState('');
  const { data } = useQuery(api.sheets.list.queryOptions({ workspaceId }));
  const sheets = data?.sheets ?? [];
  const isElsewhere = sheetId === ELSEWHERE || (data !== undefined && sheets.length === 0);
  const imported = isElsewhere ? undefined : sheets.find(({ id }) => id === sheetId);
  const [typed] = useDebouncedValue(address.trim(), 500);
  const described = useTabs(workspaceId, isElsewhere ? typed : '');
  const tabs = imported?.tabs.filter(({ hidden }) => !hidden).map(({ name }) => name) ?? described.data ?? [];
  return {
    ...{ sheets, sheetId, setSheetId, isElsewhere, address, setAddress, range, setRange, tabs },
    addressError: described.error?.message,
    spreadsheet: isElsewhere ? address.trim() : (sheetId ?? ''),
    wanted: range.trim() || tabs[0] || '',
  };
}

function SheetFields({ choice }: { choice: ReturnType<typeof useChoice> }) {
  const { sheets, sheetId, setSheetId, isElsewhere, address, setAddress, range, setRange, tabs } = choice;
  return (
    <>
      {sheets.length > 0 && (
        <Select
          label="Spreadsheet"
          placeholder="Imported into this workspace"
          searchable
          data={[...sheets.map(({ id, name }) => ({ value: id, label: name })), { value: ELSEWHERE, label: ELSEWHERE }]}
          value={sheetId ?? null}
          onChange={(id) => {
            setSheetId(id ?? undefined);
            setRange('');
          }}
        />
      )}
      {isElsewhere && (
        <TextInput
          label="Address or id"
          description="Of a spreadsheet of the connected office platform"
          value={address}
          error={choice.addressError}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      )}
      <Autocomplete
        label="Tab or cells"
        description="A tab, or the cells with their heads: Plan!A4:G20"
        placeholder={tabs[0] ?? 'Plan'}
        data={tabs}
        value={range}
        onChange={setRange}
      />
    </>
  );
}

/** The tabs of a spreadsheet that lies at the office platform. */
function useTabs(workspaceId: string, spreadsheet: string) {
  return useQuery({
    queryKey: ['tabs of', workspaceId, spreadsheet],
    queryFn: async () => {
      const { tabs } = await callTool<{ tabs: { name: string; hidden: boolean }[] }>({
        workspaceId,
        channel: 'office',
        tool: 'describe_spreadsheet',
        arguments: { spreadsheet_id: spreadsheet },
      });
      return tabs.filter(({ hidden }) => !hidden).map(({ name }) => name);
    },
    enabled: spreadsheet !== '',
    placeholderData: undefined,
    retry: false,
  });
}

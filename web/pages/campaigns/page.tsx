import { Button, Checkbox, CopyButton, Menu, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3, IconDownload, IconLink } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { type Filter, filtersInAddress, readFilters } from '../../address/filters.ts';
import { readSort, type Sort, writeSort } from '../../address/sort.ts';
import { useOpened } from '../../address/use-opened.ts';
import { usePeriod } from '../../address/use-period.ts';
import type { Campaign } from '../../api/campaign.ts';
import { canAsk } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { purses } from '../../api/sums.ts';
import { useCampaigns } from '../../api/use-campaigns.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { DataTable, type DataTableHandle } from '../../parts/data-table.tsx';
import type { Selection } from '../../parts/data-table-columns.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { filterText } from '../../parts/filter-chip.tsx';
import { MissingParts } from '../../parts/missing-parts.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { AgainstPicker, PeriodPicker } from '../../parts/period-picker.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { CampaignDrawer } from './campaign-drawer.tsx';
import { blameOf, FILTER_NAMES, filtered, filterFields } from './campaign-filters.ts';
import classes from './campaigns.module.css';
import { COLUMNS, CompactCampaign, currencyHead } from './columns.tsx';
import { csvOf } from './csv.ts';
import { SelectionBar } from './selection-bar.tsx';

const NONE: Campaign[] = [];
const BY_COST: Sort = { by: 'cost', descending: true };

export default function CampaignsPage() {
  const { workspaces } = useScope();
  if (!canAsk(workspaces)) return <ChooseWorkspace title="Campaigns" />;
  return <Campaigns />;
}

function Campaigns() {
  const inAddress = usePeriod();
  const { period, against, onAgainst } = inAddress;
  const { campaigns = NONE, data, error, isPlaceholderData, isFetching, refetch } = useCampaigns(period, against);
  const narrowed = useNarrowed(campaigns);
  const { shown, filters, wanted, onFilters } = narrowed;
  const [hidden, setHidden] = useLocalStorage<string[]>({ key: 'campaigns-hidden-columns', defaultValue: [] });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const picked = useMemo(() => shown.filter(({ key }) => selected.has(key)), [shown, selected]);
  return (
    <Page
      wide
      title="Campaigns"
      actions={
        <>
          <PeriodPicker {...inAddress} />
          <AgainstPicker against={against} onAgainst={onAgainst} />
        </>
      }
    >
      <Filters {...narrowed} exported={picked.length > 0 ? picked : shown} hidden={hidden} onHidden={setHidden} />
      {picked.length > 0 && <SelectionBar campaigns={picked} onClear={() => setSelected(new Set())} />}
      {data && data.missing.length > 0 && (
        <div className={classes.notice}>
          <MissingParts missing={data.missing} onRetry={() => void refetch()} busy={isFetching} />
        </div>
      )}
      {error && (
        <div className={classes.notice}>
          <ReadProblem title="The campaigns could not be read" text={error.message} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <div className={classes.waiting}>
          <TableSkeleton columns={COLUMNS} rows={12} />
        </div>
      )}
      {data && campaigns.length === 0 && data.missing.length === 0 && (
        <NoCampaigns isConnected={data.sources.length > 0} />
      )}
      {data && campaigns.length > 0 && shown.length === 0 && (
        <div className={classes.notice}>
          <Blame campaigns={campaigns} filters={filters} search={wanted} onFilters={onFilters} />
        </div>
      )}
      <CampaignTable
        {...narrowed}
        campaigns={campaigns}
        rows={data?.rows ?? NO_ROWS}
        selection={{ selected, onChange: setSelected }}
        hidden={hidden}
        period={inAddress}
        stale={isPlaceholderData}
      />
      {data && campaigns.length > 0 && <Foot {...narrowed} campaigns={campaigns} />}
    </Page>
  );
}

type ReportRows = Parameters<typeof purses>[0];

const NO_ROWS: ReportRows = [];

type Narrowed = ReturnType<typeof useNarrowed>;

/** The campaigns that the filters, the search and the order in the address ask for. */
function useNarrowed(campaigns: readonly Campaign[]) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = useCallback(
    (change: Record<string, string | undefined>) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const filters = useMemo(() => readFilters(search, FILTER_NAMES), [search]);
  const text = search.q ?? '';
  const wanted = useDeferredValue(text);
  return {
    put,
    filters,
    fields: useMemo(() => filterFields(campaigns, filters), [campaigns, filters]),
    text,
    wanted,
    shown: useMemo(() => filtered(campaigns, filters, wanted), [campaigns, filters, wanted]),
    sort: readSort(search.sort, BY_COST),
    onFilters: (next: Filter[]) =>
      put({ ...filtersInAddress(next, FILTER_NAMES), ...(next.length === 0 && { q: undefined }) }),
  };
}

interface FiltersProps extends Narrowed {
  /** What the CSV button saves. */
  exported: readonly Campaign[];
  hidden: readonly string[];
  onHidden(hidden: string[]): void;
}

function Filters({ fields, filters, text, put, onFilters, exported, hidden, onHidden }: FiltersProps) {
  return (
    <div className={classes.filters}>
      <FilterBar
        fields={fields}
        filters={filters}
        onFilters={onFilters}
        search={text}
        onSearch={(q) => put({ q: q || undefined })}
        placeholder="Name or id"
        end={
          <>
            <ColumnMenu hidden={hidden} onHidden={onHidden} />
            <CopyLink />
            <Button size="xs" leftSection={<IconDownload />} onClick={() => saveCsv('campaigns.csv', csvOf(exported))}>
              CSV
            </Button>
          </>
        }
      />
    </div>
  );
}

interface TableProps extends Narrowed {
  campaigns: readonly Campaign[];
  rows: ReportRows;
  selection: Selection;
  hidden: readonly string[];
  period: ReturnType<typeof usePeriod>;
  stale: boolean;
}

/** The table, and the drawer of the campaign that is open, which steps through it. */
function CampaignTable(props: TableProps) {
  const { campaigns, shown, rows, sort, put, selection, hidden, period, stale } = props;
  const table = useRef<DataTableHandle>(null);
  const opened = useOpened('open');
  const open = campaigns.find(({ key }) => key === opened.id);
  const grouping = useMemo(() => byCurrency(rows), [rows]);
  return (
    <>
      {shown.length > 0 && (
        <DataTable
          ref={table}
          fill
          label="Campaigns"
          rows={shown}
          columns={COLUMNS}
          rowId={({ key }) => key}
          sort={sort}
          onSort={(next) => put({ sort: writeSort(next) })}
          grouping={grouping}
          selection={selection}
          hidden={new Set(hidden)}
          active={open?.key}
          onOpen={({ key }) => opened.open(key)}
          compact={(campaign) => <CompactCampaign campaign={campaign} />}
          stale={stale}
        />
      )}
      {open && (
        <CampaignDrawer
          campaign={open}
          period={period}
          onClose={opened.close}
          onStep={(by) => table.current?.step(by)}
        />
      )}
    </>
  );
}

function Foot({ campaigns, shown, sort }: Narrowed & { campaigns: readonly Campaign[] }) {
  const accounts = new Set(campaigns.map(({ channel, account }) => `${channel} ${account}`)).size;
  return (
    <div className={classes.foot} role="status">
      <span>
        {wholeCount(shown.length)} of {plural(campaigns.length, 'campaign')} in {plural(accounts, 'account')} · sorted
        by {COLUMNS.find(({ id }) => id === sort.by)?.header.toLowerCase() ?? sort.by} within each currency
      </span>
      <span>* fewer than 30 conversions: too few to judge</span>
    </div>
  );
}

/** Groups campaigns by currency and mode, which are never added together, with the total above each group. */
function byCurrency(rows: ReportRows) {
  const found = purses(rows);
  const labels = new Map(found.map(({ key, label, currency }) => [key, { label, currency }]));
  return {
    keyOf: ({ currency, mode }: Campaign) => `${currency} ${mode}`,
    order: found.map(({ key }) => key),
    head: (key: string, members: readonly Campaign[]) => {
      const { currency } = members[0]!;
      return currencyHead(labels.get(key)?.label ?? currency, currency, members);
    },
  };
}

interface BlameProps {
  campaigns: readonly Campaign[];
  filters: readonly Filter[];
  search: string;
  onFilters(filters: Filter[]): void;
}

function Blame({ campaigns, filters, search, onFilters }: BlameProps) {
  const worst = blameOf(campaigns, filters, search);
  const field = worst && filterFields(campaigns, filters).find((one) => one.field === worst.filter.field);
  return (
    <NoMatch
      what="campaign"
      filterCount={filters.length}
      onClear={() => onFilters([])}
      {...(worst &&
        field && {
          blame: {
            text: filterText(worst.filter, field),
            without: worst.count,
            remove: () => onFilters(filters.filter((filter) => filter !== worst.filter)),
          },
        })}
    />
  );
}

function NoCampaigns({ isConnected }: { isConnected: boolean }) {
  const go = useGo();
  return (
    <Empty
      title="No campaigns yet"
      action={
        <Button variant="filled" onClick={() => go(isConnected ? '/media-plans' : '/connections')}>
          {isConnected ? 'Make some from a sheet' : 'Connect a channel'}
        </Button>
      }
    >
      Every campaign of the connected accounts would be listed here, also those made elsewhere.
    </Empty>
  );
}

const CopyLink = () => (
  <CopyButton value={window.location.href}>
    {({ copied, copy }) => (
      <Tooltip
        label={<code>{window.location.pathname + decodeURIComponent(window.location.search)}</code>}
        maw={420}
        multiline
      >
        <Button size="xs" leftSection={<IconLink />} onClick={copy}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </Tooltip>
    )}
  </CopyButton>
);

function ColumnMenu({ hidden, onHidden }: { hidden: readonly string[]; onHidden(hidden: string[]): void }) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        {/* A phone shows two lines in place of columns. */}
        <Button size="xs" visibleFrom="sm" leftSection={<IconColumns3 />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.slice(1).map(({ id, header }) => (
          <Menu.Item
            key={id}
            onClick={() => onHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(id)}
            leftSection={<Checkbox.Indicator size="xs" checked={!hidden.includes(id)} />}
          >
            {header}
          </Menu.Item>
        ))}
        <Menu.Label>In a narrow window, those that do not fit are left out.</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

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
import { Empty } from '../../parts/empty-state.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { filterText } from '../../parts/filter-chip.tsx';
import { MissingParts } from '../../parts/missing-parts.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { AgainstPicker, PeriodPicker } from '../../parts/period-picker.tsx';
import { Problem } from '../../parts/problem.tsx';
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
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = useCallback(
    (change: Record<string, string | undefined>) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const table = useRef<DataTableHandle>(null);
  const [hidden, setHidden] = useLocalStorage<string[]>({ key: 'campaigns-hidden-columns', defaultValue: [] });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const filters = useMemo(() => readFilters(search, FILTER_NAMES), [search]);
  const text = search.q ?? '';
  const wanted = useDeferredValue(text);
  const shown = useMemo(() => filtered(campaigns, filters, wanted), [campaigns, filters, wanted]);
  const fields = useMemo(() => filterFields(campaigns, filters), [campaigns, filters]);
  const sort = readSort(search.sort, BY_COST);
  const onFilters = (next: Filter[]) =>
    put({ ...filtersInAddress(next, FILTER_NAMES), ...(next.length === 0 && { q: undefined }) });
  const opened = useOpened('open');
  const open = campaigns.find(({ key }) => key === opened.id);
  const grouping = useMemo(() => byCurrency(data?.rows ?? []), [data]);
  const picked = useMemo(() => shown.filter(({ key }) => selected.has(key)), [shown, selected]);
  const accounts = new Set(campaigns.map(({ channel, account }) => `${channel} ${account}`)).size;

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
              <ColumnMenu hidden={hidden} onHidden={setHidden} />
              <CopyLink />
              <Button
                size="xs"
                leftSection={<IconDownload />}
                onClick={() => saveCsv('campaigns.csv', csvOf(picked.length > 0 ? picked : shown))}
              >
                CSV
              </Button>
            </>
          }
        />
      </div>
      {picked.length > 0 && <SelectionBar campaigns={picked} onClear={() => setSelected(new Set())} />}
      {data && data.missing.length > 0 && (
        <div className={classes.notice}>
          <MissingParts missing={data.missing} onRetry={() => void refetch()} busy={isFetching} />
        </div>
      )}
      {error && (
        <div className={classes.notice}>
          <Problem
            title="The campaigns could not be read"
            text={error.message}
            actions={
              <Button size="xs" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {!data && !error && (
        <div className={classes.waiting}>
          <TableSkeleton columns={COLUMNS} rows={12} />
        </div>
      )}
      {data && campaigns.length === 0 && data.missing.length === 0 && <NoCampaigns />}
      {data && campaigns.length > 0 && shown.length === 0 && (
        <div className={classes.notice}>
          <Blame campaigns={campaigns} filters={filters} search={wanted} onFilters={onFilters} />
        </div>
      )}
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
          selection={{ selected, onChange: setSelected }}
          hidden={new Set(hidden)}
          active={open?.key}
          onOpen={({ key }) => opened.open(key)}
          compact={(campaign) => <CompactCampaign campaign={campaign} />}
          stale={isPlaceholderData}
        />
      )}
      {data && campaigns.length > 0 && (
        <div className={classes.foot} role="status">
          <span>
            {wholeCount(shown.length)} of {plural(campaigns.length, 'campaign')} in {plural(accounts, 'account')} ·
            sorted by {COLUMNS.find(({ id }) => id === sort.by)?.header.toLowerCase() ?? sort.by} within each currency
          </span>
          <span>* fewer than 30 conversions: too few to judge</span>
        </div>
      )}
      {open && (
        <CampaignDrawer
          campaign={open}
          period={inAddress}
          onClose={opened.close}
          onStep={(by) => table.current?.step(by)}
        />
      )}
    </Page>
  );
}

/** Groups campaigns by currency and mode, which are never added together, with the total above each group. */
function byCurrency(rows: Parameters<typeof purses>[0]) {
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

function NoCampaigns() {
  const go = useGo();
  return (
    <Empty
      title="No campaigns yet"
      action={
        <Button variant="filled" onClick={() => go('/connections')}>
          Connect a channel
        </Button>
      }
    >
      Every campaign of the connected accounts would be listed here, whoever made it.
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
      </Menu.Dropdown>
    </Menu>
  );
}

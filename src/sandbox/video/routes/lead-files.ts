import { crc32, deflateRawSync } from 'node:zlib';
import { platformTime } from '../format.ts';
import type { LeadData } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';

/** A larger file is zipped. */
const CSV_BYTES_MAX = 10 * 1024 * 1024;

/** Files of different regions name their columns differently, and some write ids so that spreadsheets keep their digits. */
interface Style {
  columns: Readonly<Record<'lead' | 'time' | 'group', string>>;
  id(id: string): string;
  lineEnd: string;
}

const quotedId = (id: string) => (id === '' ? '' : `="${id}"`);
const STYLES: Readonly<Record<LeadData['region'], Style>> = {
  '': { columns: { lead: 'lead_id', time: 'created_time', group: 'adgroup' }, id: (id) => id, lineEnd: '\n' },
  eu: { columns: { lead: 'id', time: 'create_time', group: 'ad_group' }, id: quotedId, lineEnd: '\r\n' },
  us: { columns: { lead: 'lead_id', time: 'submit_time', group: 'adgroup' }, id: quotedId, lineEnd: '\n' },
};

export interface LeadFile {
  type: 'csv' | 'zip';
  bytes: Buffer;
}

export function leadFile(
  store: Store,
  fields: readonly string[],
  leads: readonly Entity<'Lead'>[],
  region: LeadData['region'],
): LeadFile {
  const { columns, id, lineEnd } = STYLES[region];
  const head = [
    columns.lead,
    columns.time,
    'campaign_id',
    'campaign_name',
    `${columns.group}_id`,
    `${columns.group}_name`,
    'ad_id',
    'ad_name',
    ...fields,
  ];
  const rows = leads.map((lead) => {
    const { campaign, adgroup } = lead.links;
    const ad = lead.data.ad ? store.find('Ad', lead.data.ad) : undefined;
    return [
      id(lead.id),
      platformTime(lead.data.at),
      id(campaign ?? ''),
      campaign ? store.need('Campaign', campaign).data.campaign_name : '',
      id(adgroup ?? ''),
      adgroup ? store.need('AdGroup', adgroup).data.adgroup_name : '',
      id(ad?.id ?? ''),
      String(ad?.data.creative.ad_name ?? ''),
      ...fields.map((field) => lead.data.answers[field] ?? ''),
    ];
  });
  const text = [head, ...rows].map((row) => row.map(cell).join(',')).join(lineEnd);
  const csv = Buffer.from(`\uFEFF${text}`);
  return csv.length > CSV_BYTES_MAX ? { type: 'zip', bytes: zipped('leads.csv', csv) } : { type: 'csv', bytes: csv };
}

function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A zip with one file: its head, its bytes, the directory and the end of that. */
function zipped(name: string, bytes: Buffer): Buffer {
  const packed = deflateRawSync(bytes);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([20, 0]),
    facts,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end]);
}

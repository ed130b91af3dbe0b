import type { DatabaseSync } from 'node:sqlite';
import { createServiceAccounts } from '../google/service-accounts.ts';
import { OAuthStore } from '../oauth.ts';
import { prepare } from '../statements.ts';
import type { Workbook } from './state/workbook.ts';

export function createTables(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS office_workbooks (id TEXT PRIMARY KEY, content TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_api_keys (key TEXT PRIMARY KEY);
  `);
  createServiceAccounts(db, 'office');
  new OAuthStore(db, 'office').createTables();
}

export function isEmpty(db: DatabaseSync): boolean {
  return prepare(db, 'SELECT 1 FROM office_workbooks LIMIT 1').get() === undefined;
}

export function saveWorkbook(db: DatabaseSync, workbook: Workbook): void {
  prepare(db, 'INSERT INTO office_workbooks VALUES (?, ?)').run(workbook.id, JSON.stringify(workbook));
}

export function findWorkbook(db: DatabaseSync, id: string): Workbook | undefined {
  const row = prepare(db, 'SELECT content FROM office_workbooks WHERE id = ?').get(id);
  return row && (JSON.parse(String(row.content)) as Workbook);
}

export function saveApiKey(db: DatabaseSync, key: string): void {
  prepare(db, 'INSERT INTO office_api_keys VALUES (?)').run(key);
}

export function isApiKey(db: DatabaseSync, key: string): boolean {
  return prepare(db, 'SELECT 1 FROM office_api_keys WHERE key = ?').get(key) !== undefined;
}

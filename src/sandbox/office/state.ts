import type { DatabaseSync } from 'node:sqlite';
import type { Workbook } from './state/workbook.ts';

export function createTables(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS office_workbooks (id TEXT PRIMARY KEY, content TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_clients (id TEXT PRIMARY KEY, secret TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_users (email TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_api_keys (key TEXT PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS office_service_accounts (
      email TEXT PRIMARY KEY, key_id TEXT NOT NULL, public_key TEXT NOT NULL, private_key TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_codes (code TEXT PRIMARY KEY, content TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_refresh_tokens (
      token TEXT PRIMARY KEY, principal TEXT NOT NULL, client_id TEXT NOT NULL, scope TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS office_access_tokens (
      token TEXT PRIMARY KEY, principal TEXT NOT NULL, scope TEXT NOT NULL, expires_at INTEGER NOT NULL);
  `);
}

export function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM office_workbooks LIMIT 1').get() === undefined;
}

export function saveWorkbook(db: DatabaseSync, workbook: Workbook): void {
  db.prepare('INSERT INTO office_workbooks VALUES (?, ?)').run(workbook.id, JSON.stringify(workbook));
}

export function findWorkbook(db: DatabaseSync, id: string): Workbook | undefined {
  const row = db.prepare('SELECT content FROM office_workbooks WHERE id = ?').get(id);
  return row && (JSON.parse(String(row.content)) as Workbook);
}

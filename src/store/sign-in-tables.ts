import { type Kysely, sql } from 'kysely';

/**
 * Access that people gave to clients by signing in. A grant is an `api_keys` row whose secret was thrown away, so limits,
 * policies, revocation and usage are those of keys; `grants` adds the client and the person. Codes and tokens are stored as
 * digests only.
 */
export async function signIn(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('grants')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull().references('api_keys.id'))
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_name', 'text', (column) => column.notNull())
    .addColumn('redirect_host', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('grants_by_person').on('grants').column('person_id').execute();
  await schema
    .createTable('oauth_clients')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createIndex('oauth_clients_unused')
    .on('oauth_clients')
    .column('created_at')
    .where(sql.ref('used_at'), 'is', null)
    .execute();
  await schema
    .createTable('oauth_artifacts')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('grant_id', 'text', (column) => column.references('grants.id'))
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('resource', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute();
  await schema.createIndex('oauth_artifacts_by_grant').on('oauth_artifacts').column('grant_id').execute();
  await schema.createIndex('oauth_artifacts_by_expiry').on('oauth_artifacts').column('expires_at').execute();
}

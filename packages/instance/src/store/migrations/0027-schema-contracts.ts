import type { Migration } from './migration.ts'

/** Locked schemas of tables, and how calls behave when the database differs. */
export const schemaContracts: Migration = {
  number: 27,
  name: 'schema contracts',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table schema_contract (
        service_id ${key} primary key references service (id) on delete cascade,
        mode ${text} not null,
        runtime_enforcement ${text} not null,
        archive_retention_count ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null)`,
      `create table schema_snapshot (
        id ${id},
        service_id ${key} not null references service (id) on delete cascade,
        table_catalog ${text},
        table_schema ${text},
        table_name ${text} not null,
        object_type ${text} not null,
        contract_version ${key} not null,
        schema_hash ${text} not null,
        status ${text} not null,
        schema ${text} not null,
        created_by_id ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        unique (service_id, table_name, contract_version))`,
      `create unique index schema_snapshot_active on schema_snapshot (service_id, table_name) where status = 'active'`,
    ]
  },
}

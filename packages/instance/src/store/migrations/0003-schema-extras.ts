import type { Migration } from './migration.ts'

/** Metadata that administrators add to tables of database services, keyed by names in the database. */
export const schemaExtras: Migration = {
  number: 3,
  name: 'schema extras',
  statements({ columns: { id, key, text } }) {
    const int = key
    const service = `service_id ${key} not null references service (id) on delete cascade`
    return [
      `create table db_table_extras (
        id ${id},
        ${service},
        table_name ${text} not null,
        alias ${text},
        label ${text},
        plural ${text},
        description ${text},
        name_field ${text},
        unique (service_id, table_name))`,
      `create table db_field_extras (
        id ${id},
        ${service},
        table_name ${text} not null,
        field_name ${text} not null,
        alias ${text},
        label ${text},
        description ${text},
        type ${text},
        picklist ${text},
        validation ${text},
        client_info ${text},
        db_function ${text},
        is_virtual ${int} not null,
        is_aggregate ${int} not null,
        unique (service_id, table_name, field_name))`,
      `create table db_relation_extras (
        id ${id},
        ${service},
        table_name ${text} not null,
        relation_name ${text} not null,
        alias ${text},
        label ${text},
        description ${text},
        always_fetch ${int} not null,
        flatten ${int} not null,
        flatten_drop_prefix ${int} not null,
        unique (service_id, table_name, relation_name))`,
      `create table db_virtual_relation (
        id ${id},
        ${service},
        table_name ${text} not null,
        type ${text} not null,
        field ${text} not null,
        ref_service_id ${key} not null references service (id) on delete cascade,
        ref_table ${text} not null,
        ref_field ${text} not null,
        ref_on_update ${text},
        ref_on_delete ${text},
        junction_service_id ${key} references service (id) on delete cascade,
        junction_table ${text},
        junction_field ${text},
        junction_ref_field ${text})`,
      'create index db_virtual_relation_service on db_virtual_relation (service_id, table_name)',
      'create index db_virtual_relation_ref_service on db_virtual_relation (ref_service_id)',
      'create index db_virtual_relation_junction_service on db_virtual_relation (junction_service_id)',
    ]
  },
}

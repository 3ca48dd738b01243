import type { Migration } from './migration.ts'

/** Service events, and the audit log of records. */
export const reports: Migration = {
  number: 6,
  name: 'reports',
  statements({ columns: { id, key, text }, isShared }) {
    return [
      `create table service_report (
        id ${id},
        service_id ${key},
        service_name ${text},
        user_email ${text},
        action ${text} not null,
        request_verb ${text} not null,
        created_date ${text} not null,
        last_modified_date ${text} not null)`,
      `create table audit (
        id ${id},
        created_date ${text} not null,
        user_id ${key},
        user_email ${text},
        app_name ${text},
        address ${text} not null,
        request_verb ${text} not null,
        action ${text} not null,
        resource ${text} not null,
        record_id ${text} not null,
        record_name ${text},
        owner_resource ${text},
        owner_id ${text},
        write_id ${text} not null,
        changed ${text} not null,
        before ${text},
        after ${text})`,
      // On SQLite each index would add a page to every commit, and scanning the whole audit log takes only some hundredths of a second.
      ...(!isShared
        ? []
        : [
            'create index audit_record on audit (resource, record_id)',
            'create index audit_owner on audit (owner_resource, owner_id)',
            'create index audit_created_date on audit (created_date, id)',
          ]),
    ]
  },
}

import type { Migration } from './migration.ts'

/** Indexes for what is asked of instances with millions of rows, or for each of thousands of services. */
export const largeInstances: Migration = {
  number: 46,
  name: 'indexes for large instances',
  compatible: true,
  statements: ({ isShared }) => [
    'create index service_type on service (type)',
    'create index user_by_last_login_date on "user" (is_sys_admin, last_login_date)',
    'create index audit_write_id on audit (write_id)',
    // PostgreSQL has them since the table was created.
    ...(isShared
      ? []
      : [
          'create index audit_record on audit (resource, record_id)',
          'create index audit_owner on audit (owner_resource, owner_id)',
        ]),
  ],
}

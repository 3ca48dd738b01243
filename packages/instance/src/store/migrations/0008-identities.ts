import type { Migration } from './migration.ts'

/** Identities of users at the services that sign them in. */
export const identities: Migration = {
  number: 8,
  name: 'identities',
  statements({ columns: { id, key, text } }) {
    return [
      `create table user_identity (
        id ${id},
        user_id ${key} not null references "user" (id) on delete cascade,
        service_id ${key} not null references service (id) on delete cascade,
        subject ${text} not null,
        created_date ${text} not null,
        unique (service_id, subject))`,
      'create index user_identity_user_id on user_identity (user_id)',
    ]
  },
}

import type { Migration } from './migration.ts'

/** Second factors of users, and app passwords for programs that cannot use them. */
export const twoStep: Migration = {
  number: 9,
  name: 'two step',
  statements({ columns: { id, key, text } }) {
    const user = `${key} not null references "user" (id) on delete cascade`
    return [
      `create table one_time_code (
        user_id ${key} primary key references "user" (id) on delete cascade,
        secret ${text} not null,
        last_step ${key} not null,
        created_date ${text} not null)`,
      `create table recovery_code (
        user_id ${user},
        hash ${text} not null,
        primary key (user_id, hash))`,
      `create table passkey (
        id ${id},
        user_id ${user},
        name ${text} not null,
        credential ${text} not null unique,
        public_key ${text} not null,
        counter ${key} not null,
        transports ${text} not null,
        created_date ${text} not null,
        last_used_date ${text})`,
      'create index passkey_user_id on passkey (user_id)',
      `create table app_password (
        id ${id},
        user_id ${user},
        name ${text} not null,
        hash ${text} not null unique,
        created_date ${text} not null,
        last_used_date ${text})`,
      'create index app_password_user_id on app_password (user_id)',
    ]
  },
}

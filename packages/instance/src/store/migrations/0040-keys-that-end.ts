import type { Migration } from './migration.ts'

/** Ends and owners of apps, and the key before a rotation. */
export const keysThatEnd: Migration = {
  number: 40,
  name: 'keys that end',
  compatible: true,
  statements({ columns: { key, text } }) {
    return [
      `alter table app add column kind ${text} not null default 'app'`,
      `alter table app add column owner_id ${key}`,
      `alter table app add column expires_at ${text}`,
      'alter table app add column self_rotate integer not null default 0',
      `alter table app add column previous_key ${text}`,
      `alter table app add column previous_key_until ${text}`,
      'alter table app add column key_hidden integer not null default 0',
      `alter table app add column warned_of ${text}`,
      'create unique index app_previous_key on app (previous_key)',
      'create index app_owner_id on app (owner_id)',
    ]
  },
}

import type { Migration } from './migration.ts'

/** Sessions of users, which they can list and end. */
export const sessions: Migration = {
  number: 32,
  name: 'sessions',
  compatible: true,
  statements({ columns: { key, text } }) {
    return [
      `create table session (
        id ${text} primary key,
        user_id ${key} not null references "user" (id) on delete cascade,
        jti ${text} not null,
        generation ${key} not null,
        app_password_id ${key},
        begun ${key} not null,
        last_seen ${key} not null,
        expires ${key} not null,
        address ${text},
        user_agent ${text})`,
      'create index session_user_id on session (user_id)',
      'create index session_expires on session (expires)',
    ]
  },
}

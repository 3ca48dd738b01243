import type { Migration } from './migration.ts'

/** Credentials of administrators for programs. */
export const accessTokens: Migration = {
  number: 39,
  name: 'access tokens',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table access_token (
        id ${id},
        user_id ${key} not null references "user" (id) on delete cascade,
        name ${text} not null,
        hash ${text} not null unique,
        scopes ${text} not null,
        created_date ${text} not null,
        last_used_date ${text},
        expires_date ${text} not null)`,
      'create index access_token_user_id on access_token (user_id)',
    ]
  },
}

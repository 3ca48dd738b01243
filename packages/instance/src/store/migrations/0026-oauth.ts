import type { Migration } from './migration.ts'

/** OAuth clients that people gave access to services, their grants and tokens. */
export const oauth: Migration = {
  number: 26,
  name: 'oauth',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    const service = `${key} not null references service (id) on delete cascade`
    return [
      `create table oauth_client (
        id ${id},
        client_id ${text} not null unique,
        service_id ${service},
        name ${text} not null,
        redirect_uris ${text} not null,
        created_date ${text} not null,
        expires ${key} not null,
        is_used ${key} not null)`,
      'create index oauth_client_service_id on oauth_client (service_id)',
      `create table oauth_grant (
        id ${id},
        service_id ${service},
        user_id ${key} not null references "user" (id) on delete cascade,
        client_id ${text} not null,
        client_name ${text} not null,
        client_host ${text} not null,
        scope ${text} not null,
        generation ${key} not null,
        two_step ${key} not null,
        created_date ${text} not null,
        last_used_date ${text},
        expires ${key} not null)`,
      'create index oauth_grant_service_id on oauth_grant (service_id)',
      'create index oauth_grant_user_id on oauth_grant (user_id)',
      `create table oauth_token (
        id ${id},
        grant_id ${key} not null references oauth_grant (id) on delete cascade,
        kind ${text} not null,
        hash ${text} not null unique,
        expires ${key} not null,
        used ${key},
        redirect_uri ${text},
        challenge ${text})`,
      'create index oauth_token_grant_id on oauth_token (grant_id)',
      'create index oauth_token_expires on oauth_token (expires)',
    ]
  },
}

import type { Migration } from './migration.ts'

/** Webhooks and their deliveries. */
export const webhooks: Migration = {
  number: 29,
  name: 'webhooks',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table webhook (
        id ${id},
        name ${text} not null unique,
        description ${text},
        url ${text} not null,
        events ${text} not null,
        secret ${text},
        include_data ${key} not null,
        is_active ${key} not null,
        author_id ${key},
        author_app_id ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      `create table webhook_delivery (
        id ${id},
        created_date ${text} not null,
        webhook_id ${key} not null references webhook (id) on delete cascade,
        message_id ${text} not null,
        event ${text} not null,
        body ${text} not null,
        state ${text} not null,
        attempts ${key} not null default 0,
        turn ${key} not null default 0,
        due ${key} not null,
        running_until ${key},
        author_id ${key},
        author_app_id ${key},
        status_code ${key},
        duration ${key},
        error ${text},
        last_attempt_date ${text},
        next_attempt_date ${text})`,
      'create index webhook_delivery_state on webhook_delivery (state, due)',
      'create index webhook_delivery_webhook on webhook_delivery (webhook_id, state, id)',
    ]
  },
}

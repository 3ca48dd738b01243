import type { Migration } from './migration.ts'

/** Custom APIs, their endpoints, and what was published of them. */
export const customApis: Migration = {
  number: 43,
  name: 'custom apis',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    const endpoint = `method ${text} not null,
        path ${text} not null,
        label ${text},
        description ${text},
        execution_plan ${text} not null,
        response_mapping ${text},
        request_schema ${text},
        response_schema ${text},
        author_id ${key},
        author_app_id ${key}`
    return [
      `create table custom_api (
        id ${id},
        name ${text} not null unique,
        service_id ${key} unique references service (id) on delete set null,
        label ${text},
        description ${text},
        version ${text} not null,
        status ${text} not null,
        metadata ${text},
        sunset ${text},
        published_revision ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      `create table custom_api_endpoint (
        id ${id},
        api_id ${key} not null references custom_api (id) on delete cascade,
        ${endpoint},
        is_active ${key} not null,
        policy ${text},
        docs ${text},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1,
        unique (api_id, method, path))`,
      `create table custom_api_source (
        id ${id},
        api_id ${key} not null references custom_api (id) on delete cascade,
        service_id ${key} not null references service (id) on delete cascade,
        unique (api_id, service_id))`,
      'create index custom_api_source_service on custom_api_source (service_id)',
      `create table custom_api_revision (
        id ${id},
        api_id ${key} not null references custom_api (id) on delete cascade,
        number ${key} not null,
        version ${text} not null,
        created_date ${text} not null,
        created_by_id ${key},
        unique (api_id, number))`,
      `create table published_endpoint (
        id ${id},
        revision_id ${key} not null references custom_api_revision (id) on delete cascade,
        ${endpoint},
        unique (revision_id, method, path))`,
    ]
  },
}

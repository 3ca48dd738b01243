import type { Migration } from './migration.ts'

/** Devices that wait until a person enters their code in a browser elsewhere. */
export const deviceLogin: Migration = {
  number: 31,
  name: 'device login',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table oauth_device (
        id ${id},
        service_id ${key} not null references service (id) on delete cascade,
        client_id ${text} not null,
        client_name ${text} not null,
        verified ${key} not null,
        scope ${text} not null,
        device_hash ${text} not null unique,
        user_hash ${text} not null unique,
        expires ${key} not null,
        polled ${key} not null,
        decision ${text} not null)`,
      'create index oauth_device_service_id on oauth_device (service_id)',
    ]
  },
}

import type { Migration } from './migration.ts'

/** Records that belong to folders of configuration. */
export const managedRecords: Migration = {
  number: 38,
  name: 'managed records',
  compatible: true,
  statements({ columns: { text } }) {
    return [
      `create table managed_record (
        type ${text} not null,
        name ${text} not null,
        owner ${text} not null,
        file ${text},
        sent ${text} not null,
        stored ${text} not null,
        primary key (type, name))`,
    ]
  },
}

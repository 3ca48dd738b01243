import type { Migration } from './migration.ts'

/** Values that scripts store between runs, and the earliest start of a queued script. */
export const scriptValues: Migration = {
  number: 15,
  name: 'script values',
  statements({ columns: { key, text } }) {
    return [
      `create table script_value (
        name ${text} primary key,
        value ${text} not null)`,
      `alter table script_queue add column due ${key} not null default 0`,
    ]
  },
}

import type { Migration } from './migration.ts'

/** Recent runs of scripts, and recorded events for trying them out. */
export const scriptEntries: Migration = {
  number: 13,
  name: 'script entries',
  statements({ columns: { id, key, text } }) {
    return [
      `create table script_entry (
        id ${id},
        kind ${text} not null,
        script ${text} not null,
        entry ${text} not null)`,
      'create index script_entry_script on script_entry (kind, script, id)',
      `create table script_recording (
        script ${text} primary key,
        until ${key} not null)`,
    ]
  },
}

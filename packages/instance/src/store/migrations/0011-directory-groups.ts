import type { Migration } from './migration.ts'

/** Roles by group of a directory. */
export const directoryGroups: Migration = {
  number: 11,
  name: 'directory groups',
  statements({ columns: { key, text } }) {
    return [
      `create table role_adldap (
        role_id ${key} primary key references role (id) on delete cascade,
        dn ${text})`,
    ]
  },
}

import type { Migration } from './migration.ts'

/** Which group of a directory gives which role. */
export const directoryGroups: Migration = {
  number: 11,
  name: 'directory groups',
  statements(engine) {
    const sqlite = engine === 'sqlite'
    const key = sqlite ? 'integer' : 'bigint'
    const text = sqlite ? 'text' : 'text collate "C"'
    return [
      `create table role_adldap (
        role_id ${key} primary key references role (id) on delete cascade,
        dn ${text})`,
    ]
  },
}

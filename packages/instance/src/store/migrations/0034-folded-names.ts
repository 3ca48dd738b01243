import type { Migration } from './migration.ts'

/** Addresses and usernames in the form in which look-alikes are equal. Existing ones are only folded as far as SQL can. */
export const foldedNames: Migration = {
  number: 34,
  name: 'folded names',
  compatible: true,
  statements({ columns: { text } }) {
    return ['email', 'username'].flatMap((name) => [
      `alter table "user" add column ${name}_key ${text}`,
      `update "user" set ${name}_key = lower(${name})`,
      `create index user_by_${name}_key on "user" (${name}_key)`,
    ])
  },
}

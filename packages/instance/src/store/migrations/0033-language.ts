import type { Migration } from './migration.ts'

/** Preferred language of a user. */
export const language: Migration = {
  number: 33,
  name: 'language of people',
  compatible: true,
  statements({ columns: { text } }) {
    return [`alter table "user" add column language ${text}`]
  },
}

import type { Migration } from './migration.ts'

/** The language that somebody reads. */
export const language: Migration = {
  number: 33,
  name: 'language of people',
  compatible: true,
  statements({ columns: { text } }) {
    return [`alter table "user" add column language ${text}`]
  },
}

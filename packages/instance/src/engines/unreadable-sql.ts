import { Problem } from '@millwright/contract/problem'

/** The refusal of a statement that the database cannot read: names are quoted, so it is words that somebody gave in its language. */
export function unreadableSql(): Problem {
  return new Problem(
    400,
    'The database cannot read the SQL of a type, a default, a function or a connection’s statements.',
  )
}

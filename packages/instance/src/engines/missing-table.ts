import { Problem } from '@millwright/contract/problem'

/** The refusal when a table that was described has been dropped or renamed since, past this instance; `says`: the database. */
export function missingTable(says: string): Problem {
  const sentence = says.replace(/\.$/, '')
  return new Problem(
    404,
    `The database refused the statement: ${sentence}. With 'refresh=true' its schema is read anew.`,
  )
}

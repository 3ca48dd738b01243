import { Problem } from '@millwright/contract/problem'

/** A 400 with the field in its message and its context (docs/wire/errors.md). `says` follows the field's name. */
export function fieldProblem({ apiName }: { readonly apiName: string }, says: string): Problem {
  const sentence = `Field '${apiName}' ${says}`
  return new Problem(400, sentence, { context: { [apiName]: [sentence] } })
}

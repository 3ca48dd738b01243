import { Problem } from '@millwright/contract/problem'

/** 400 that names the field in its sentence and in its context (docs/wire/errors.md). `says`: what follows the name. */
export function fieldProblem({ apiName }: { readonly apiName: string }, says: string): Problem {
  const sentence = `Field '${apiName}' ${says}`
  return new Problem(400, sentence, { context: { [apiName]: [sentence] } })
}

/** More characters would only cost time. */
const most = 1000

/** What is wrong with the length of a new password, of which `field` is the name; null: nothing. */
export function lengthProblem(field: string, password: string, least: number): string | null {
  const characters = [...password].length
  if (characters < least) return `The ${field} field must be at least ${least} characters.`
  return characters > most ? `The ${field} field must not be longer than ${most} characters.` : null
}

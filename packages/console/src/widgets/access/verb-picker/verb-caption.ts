import { allVerbs, verbsOf } from '@millwright/contract/verbs'
import { t } from './messages.ts'

/** The text of the closed picker: nothing, the only verb, or the number of verbs. */
export function verbCaption(mask: number): string {
  const chosen = verbsOf(mask)
  const [only] = chosen
  if (only === undefined) return t.noneSelected
  return chosen.length === 1 ? only : t.countSelected({ count: chosen.length })
}

/** The mask after "select all", which clears the mask if any verb is chosen. */
export function afterAllOrNone(mask: number): number {
  return (mask & allVerbs) === 0 ? allVerbs : 0
}

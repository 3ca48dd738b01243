import { allVerbs, verbsOf } from '@millwright/contract/verbs'
import { t } from './messages.ts'

/** What the closed picker says: nothing, the one verb, or how many. */
export function verbCaption(mask: number): string {
  const chosen = verbsOf(mask)
  const [only] = chosen
  if (only === undefined) return t.noneSelected
  return chosen.length === 1 ? only : t.countSelected({ count: chosen.length })
}

/** The entry for all: it clears when anything is on. */
export function afterAllOrNone(mask: number): number {
  return (mask & allVerbs) === 0 ? allVerbs : 0
}

import { announcesNothing, lacking } from './announcements.ts'
import { failsOnPartsOfTasks, importsNoPackages, needsBinaryColumns, readsOneXmlRoot } from './defects.ts'
import { type Ask, type Habit, readCall, toFetch } from './exchange.ts'
import { filtersAsText } from './filters.ts'
import { pagesForOthers, refusesInRawWords } from './refusals.ts'
import { listsForOne } from './relations.ts'

/** Resources that the other maker sells separately, so that many servers lack them. */
export const soldApart = ['limit', 'limit_cache', 'scheduler', 'event_script', 'script_type', 'service_report']

interface ForeignServerOptions {
  /** Resources that it lacks under `system`. */
  readonly lacks?: readonly string[]
  /** Further habits, which handle a request first. */
  readonly habits?: readonly Habit[]
}

/**
 * A stand-in for another maker's server with the same API (release 7.3.3), based on our instance: requests and responses are
 * changed to the behavior observed there. For clients that have to support both.
 */
export function foreignServer({ lacks = soldApart, habits = [] }: ForeignServerOptions = {}) {
  const all: readonly Habit[] = [
    ...habits,
    lacking(lacks),
    announcesNothing,
    importsNoPackages,
    readsOneXmlRoot,
    filtersAsText,
    failsOnPartsOfTasks,
    needsBinaryColumns,
    pagesForOthers,
    refusesInRawWords,
    listsForOne,
  ]
  return (reach: typeof fetch): typeof fetch =>
    async (input, init) => {
      const call = readCall(input, init)
      if (call === null) return reach(input, init)
      const signal = init?.signal ?? null
      const last: Ask = (asked) => {
        const [address, request] = toFetch(asked)
        return reach(address, { ...request, signal })
      }
      const first = all.reduceRight<Ask>((next, habit) => (asked) => habit(asked, next), last)
      return first(call)
    }
}

import { basePath } from '../../instance/base-path.ts'
import { session } from '../../instance/browser-session.ts'
import { entriesText, type PersonId, recentEntries } from '../../ui/recent-entries.ts'
import { storedText, storeText } from '../../ui/stored-text.ts'
import type { ExplorerPlace } from './explorer-place.ts'

const key = `millwright.places${basePath}`
const most = 12
const kinds = ['table', 'procedure', 'function', 'folder'] as const

/** A table, routine or folder that was opened. */
export interface RecentPlace extends ExplorerPlace {
  readonly kind: (typeof kinds)[number]
  /** Database name of a table with an alias. */
  readonly inDatabase?: string
}

/** Stores that the user opened a place, given as JSON; an unknown kind or an empty text is ignored. */
export function rememberPlace(text: string): void {
  const user = session.current()
  const [place] = user ? readPlaces(`{"person":${JSON.stringify(user.id)},"entries":[${text}]}`, user.id) : []
  if (user && place) storeText(key, withPlace(storedText(key), user.id, place))
}

/** Returns what the user has opened in this browser, latest first. */
export function recentPlaces(): readonly RecentPlace[] {
  const user = session.current()
  return user ? readPlaces(storedText(key), user.id) : []
}

/** Adds a place at the front of the stored text. */
export function withPlace(stored: string | null, person: PersonId, place: RecentPlace): string {
  const isOther = ({ service, kind, name }: ExplorerPlace) =>
    service !== place.service || kind !== place.kind || name !== place.name
  return entriesText(person, [place, ...readPlaces(stored, person).filter(isOther)].slice(0, most))
}

/** Reads the stored text; whatever is not a place is ignored. */
export function readPlaces(stored: string | null, person: PersonId): readonly RecentPlace[] {
  return recentEntries(stored, person).flatMap((sent) => {
    const { service, kind, name, inDatabase } = Object(sent)
    const known = kinds.find((one) => one === kind)
    if (typeof service !== 'string' || typeof name !== 'string' || known === undefined) return []
    return [{ service, kind: known, name, ...(typeof inDatabase === 'string' && { inDatabase }) }]
  })
}

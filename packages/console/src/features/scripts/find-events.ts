import { type EventPath, placeholdersIn, type ServiceEvents } from './event-catalogue.ts'

export interface Found {
  readonly names: readonly string[]
  /** Whether there are more matches than the limit. */
  readonly more: boolean
}

/** Maximum number of names to collect; nobody reads more than that. */
export const maxFound = 5000

/** Milliseconds that a search may block the page at a time. */
const slice = 10

/**
 * Finds the script names that contain all words of a text. There may be hundreds of thousands of names, so only matching ones are created,
 * and the search yields to the page between slices.
 */
export async function findEvents(
  catalogue: readonly ServiceEvents[],
  text: string,
  { signal, most = maxFound }: { readonly signal: AbortSignal; readonly most?: number },
): Promise<Found> {
  const words = wordsOf(text)
  const found: string[] = []
  await pause()
  signal.throwIfAborted()
  let since = performance.now()
  for (const { paths } of catalogue) {
    for (const path of paths) {
      for (const endpoint of path.endpoints) {
        for (const name of namesWith(words, endpoint, path)) {
          if (found.length === most) return { names: found, more: true }
          found.push(name)
        }
        if (performance.now() - since < slice) continue
        await pause()
        signal.throwIfAborted()
        since = performance.now()
      }
    }
  }
  return { names: found, more: false }
}

/** The names of an endpoint that contain all words. */
function* namesWith(words: readonly string[], endpoint: string, path: EventPath): Generator<string> {
  const plain = endpoint.toLowerCase()
  if (words.every((word) => plain.includes(word))) yield endpoint
  for (const { before, after, values } of placeholdersIn(endpoint, path)) {
    const [start, end] = [before.toLowerCase(), after.toLowerCase()]
    // Words in the fixed parts of a name need no search in each value; the others can only match in the value or across its edges.
    const rest = words.flatMap((word) => {
      if (start.includes(word) || end.includes(word)) return []
      const reach = word.length - 1
      return [{ word, left: reach === 0 ? '' : start.slice(-reach), right: end.slice(0, reach) }]
    })
    for (const value of values) {
      if (rest.every(({ word, left, right }) => `${left}${value.toLowerCase()}${right}`.includes(word)))
        yield `${before}${value}${after}`
    }
  }
}

/** Returns a predicate for names that contain every word of a text, ignoring case. */
export function matcher(text: string): (name: string) => boolean {
  const words = wordsOf(text)
  return (name) => {
    const plain = name.toLowerCase()
    return words.every((word) => plain.includes(word))
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Yields to the event loop. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

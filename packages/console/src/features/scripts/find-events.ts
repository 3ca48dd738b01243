import { type EventPath, placeholdersIn, type ServiceEvents } from './event-catalogue.ts'

export interface Found {
  readonly names: readonly string[]
  /** There are more than were looked for. */
  readonly more: boolean
}

/** More names than these are not collected: whoever sees so many types on. */
export const mostFound = 5000

/** Milliseconds in which a search may hold up the page at a time. */
const slice = 10

/**
 * Names of scripts that contain all words of a text. There may be hundreds of thousands of them, so only those that do are
 * made, and the search goes through the events in slices, between which the page goes on.
 */
export async function findEvents(
  catalogue: readonly ServiceEvents[],
  text: string,
  { signal, most = mostFound }: { readonly signal: AbortSignal; readonly most?: number },
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

/** Those of an endpoint's names that contain all words. */
function* namesWith(words: readonly string[], endpoint: string, path: EventPath): Generator<string> {
  const plain = endpoint.toLowerCase()
  if (words.every((word) => plain.includes(word))) yield endpoint
  for (const { before, after, values } of placeholdersIn(endpoint, path)) {
    const [start, end] = [before.toLowerCase(), after.toLowerCase()]
    // What the name has in any case need not be looked for in each value, and the rest only where it touches the value.
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

/** Whether a name contains every word of a text, in any case. */
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

/** Lets the page go on. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

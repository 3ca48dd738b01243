import { type ServiceEvents, scriptNames } from './event-catalogue.ts'

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
 * Names of scripts that contain all words of a text. There may be a hundred thousand of them, so the search goes through the
 * events in slices, between which the page goes on.
 */
export async function findEvents(
  catalogue: readonly ServiceEvents[],
  text: string,
  { signal, most = mostFound }: { readonly signal: AbortSignal; readonly most?: number },
): Promise<Found> {
  const matches = matcher(text)
  const found: string[] = []
  await pause()
  signal.throwIfAborted()
  let since = performance.now()
  for (const { paths } of catalogue) {
    for (const path of paths) {
      for (const endpoint of path.endpoints) {
        for (const name of scriptNames(endpoint, path)) {
          if (!matches(name)) continue
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

/** Whether a name contains every word of a text, in any case. */
export function matcher(text: string): (name: string) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (name) => {
    const plain = name.toLowerCase()
    return words.every((word) => plain.includes(word))
  }
}

/** Lets the page go on. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

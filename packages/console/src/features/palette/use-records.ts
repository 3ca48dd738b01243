import { useQueries } from '@tanstack/react-query'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { t } from './messages.ts'
import type { PaletteEntry, PaletteGroup, PaletteSource } from './palette-entry.ts'

/** Milliseconds after the last keystroke until records are searched. */
const pause = 180

interface FoundRecords {
  readonly groups: readonly PaletteGroup[]
  readonly searching: boolean
  /** The sources that could not be searched, and why. */
  readonly failed: string | null
}

/** Returns the records that the sources find for a text of at least `leastText` characters, each as soon as it responds. */
export function useRecords(
  stage: string,
  sources: readonly PaletteSource[],
  wanted: string,
  leastText: number,
): FoundRecords {
  const settled = useDebouncedValue(wanted, pause)
  const enabled = settled.length >= leastText
  const queries = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['palette', stage, source.title, settled],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<readonly PaletteEntry[]> => source.find(settled, signal),
      enabled,
      staleTime: 10_000,
      structuralSharing: false,
    })),
  })
  return {
    groups: sources.map(({ title }, index) => ({ title, entries: (enabled && queries[index]?.data) || [] })),
    searching: wanted.length >= leastText && (settled !== wanted || queries.some((query) => query.isFetching)),
    failed: enabled ? failureOf(sources, queries) : null,
  }
}

/** Returns which sources failed and why; `null` if none did, or if this person may not search the others. */
function failureOf(
  sources: readonly PaletteSource[],
  queries: readonly { readonly error: Error | null }[],
): string | null {
  const failed = sources.flatMap(({ title }, index) => {
    const error = queries[index]?.error ?? null
    const without = error instanceof InstanceError && (error.status === 403 || error.status === 404)
    return error === null || without ? [] : [{ title, reason: messageOf(error) }]
  })
  const [first] = failed
  if (first === undefined) return null
  const what = failed.map(({ title }) => title).join(', ')
  // Several reasons would leave no space for the results.
  return failed.every(({ reason }) => reason === first.reason)
    ? t.notSearched({ what, reason: first.reason })
    : t.notSearchedPlaces({ what })
}

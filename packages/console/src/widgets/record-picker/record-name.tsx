import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectionKey } from '../../instance/collections.ts'
import { namesQuery, type RecordSource } from './record-source.ts'

/** Milliseconds in which names that are to be found are gathered into one request. */
const gathering = 20

interface Gathered {
  readonly ids: Set<number>
  readonly names: Promise<ReadonlyMap<number, string>>
}

const waiting = new Map<string, Gathered>()

/** The name of a record of one of these collections, the first that has it; however many are asked for, one request finds them. */
function nameQuery(sources: readonly RecordSource[], id: number | null) {
  const [first] = sources
  return queryOptions({
    queryKey: [
      ...collectionKey(first?.collection ?? ''),
      'name',
      sources.map(({ collection }) => collection).join(),
      id,
    ],
    queryFn: async ({ client }): Promise<string | null> => {
      for (const source of sources) {
        const gathered = waiting.get(source.collection) ?? gather(source, (query) => client.fetchQuery(query))
        gathered.ids.add(id ?? 0)
        const name = (await gathered.names).get(id ?? 0)
        if (name !== undefined) return name
      }
      return null
    },
    enabled: id !== null,
    staleTime: 60_000,
    retry: false,
  })
}

type Fetch = (query: ReturnType<typeof namesQuery>) => Promise<ReadonlyMap<number, string>>

function gather(source: RecordSource, fetch: Fetch): Gathered {
  const ids = new Set<number>()
  const names = new Promise((resolve) => setTimeout(resolve, gathering)).then(() => {
    waiting.delete(source.collection)
    return fetch(namesQuery(source, [...ids]))
  })
  const gathered = { ids, names }
  waiting.set(source.collection, gathered)
  return gathered
}

interface RecordNameProps {
  /** Where it may be found, the likeliest first. */
  sources: readonly RecordSource[]
  id: number | null
}

/** What a record is called; its number until that is known, and where it is gone. */
export function RecordName({ sources, id }: RecordNameProps) {
  const { data } = useQuery(nameQuery(sources, id))
  return id === null ? null : (data ?? `#${id}`)
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { namesQuery, type RecordSource } from './record-source.ts'

/** Milliseconds during which name lookups are collected into one request. */
const gathering = 20

interface Gathered {
  readonly ids: Set<number>
  readonly names: Promise<ReadonlyMap<number, string>>
}

const waiting = new Map<string, Gathered>()

/** Finds the name of a record in the first of these collections that has it. Lookups made at the same time share one request. */
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
  /** Collections that may contain the record, the most likely first. */
  sources: readonly RecordSource[]
  id: number | null
}

/** Shows the name of a record, or its id while the name is loading and if the record does not exist. */
export function RecordName({ sources, id }: RecordNameProps) {
  const { data } = useQuery(nameQuery(sources, id))
  return id === null ? null : (data ?? `#${id}`)
}

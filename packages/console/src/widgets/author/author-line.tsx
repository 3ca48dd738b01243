import { useQuery } from '@tanstack/react-query'
import { type Collection, collectionKey } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { Text } from '../../ui/text.tsx'

interface AuthorLineProps {
  collection: Collection
  /** The stored record's key; null: there is none yet. */
  id: number | string | null
  /** What runs: `script` or `task`. */
  what: string
}

interface Written {
  /** Empty where a full administrator wrote the record; without an id where the author is gone. */
  readonly author?: readonly { readonly id: number | null; readonly name: string | null }[]
}

/** Whose rights something that runs later has, where they are not a full administrator's. */
export function AuthorLine({ collection, id, what }: AuthorLineProps) {
  const isKnown = hasFeature(useEnvironment(), 'authors')
  const { data } = useQuery({
    queryKey: [...collectionKey(collection), 'author', id],
    queryFn: async ({ signal }) => {
      const params = { fields: typeof id === 'string' ? 'name' : 'id', related: 'author' }
      const path = `${collection}/${encodeURIComponent(String(id))}`
      return (await send<Written>({ verb: 'GET', path, params, signal })).data
    },
    enabled: isKnown && id !== null,
  })
  const [author] = data?.author ?? []
  if (author === undefined) return null
  return (
    <Text tone="muted" size="sm">
      {author.id === null
        ? `Whoever wrote this ${what} is gone, so that nothing is allowed to it. It takes the rights of who changes it next.`
        : `Runs with the rights of ${author.name ?? `person ${author.id}`}, who wrote it: it does nothing that only its caller may do.`}
    </Text>
  )
}

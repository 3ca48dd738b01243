import { useQuery } from '@tanstack/react-query'
import { type Collection, collectionKey } from '../../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { send } from '../../../instance/send.ts'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'

interface AuthorLineProps {
  collection: Collection
  /** The key of the stored record; `null` for a new one. */
  id: number | string | null
  /** The kind of record. */
  what: 'script' | 'task'
}

interface Written {
  /** Empty if a full administrator wrote the record; without an id if the author was deleted. */
  readonly author?: readonly { readonly id: number | null; readonly name: string | null }[]
}

/** Whose access a script or task has when it runs, unless it is a full administrator's. */
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
        ? t.authorGone({ what })
        : t.authorAccessHelp({ name: author.name ?? t.person({ id: String(author.id) }) })}
    </Text>
  )
}

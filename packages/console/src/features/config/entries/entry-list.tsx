import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Draft } from '../../../widgets/editor-frame/draft.ts'
import { LinkList } from '../../../widgets/split/link-list.tsx'
import styles from '../../../widgets/split/split.module.css'
import type { EntryKind, EntryRecord } from './entry-kind.ts'
import { localAddress } from './local-entries.ts'

interface EntryListProps<D extends Draft> {
  kind: EntryKind<D>
  rows: readonly EntryRecord[]
  /** Temporary numbers of entries that are not stored yet. */
  locals: readonly number[]
  /** What stands in the address for the chosen one. */
  chosen: string | null
  searched: boolean
}

/** The names of the entries; those that are not stored yet come first. */
export function EntryList<D extends Draft>({ kind, rows, locals, chosen, searched }: EntryListProps<D>) {
  const search = useSearch({ strict: false })
  const list = useRef<HTMLUListElement>(null)
  const entries = [
    ...locals.map((id) => ({
      address: localAddress(id),
      name: kind.newName,
      mark: <Badge tone="warning">not saved</Badge>,
    })),
    ...rows.map((entry) => {
      const mark = kind.mark?.(entry)
      return {
        address: String(entry.id),
        name: String(entry[kind.nameField]),
        mark: mark ? <span className={styles.mark}>{mark}</span> : null,
      }
    }),
  ]
  if (entries.length === 0)
    return <p className={styles.note}>{searched ? `No ${kind.one} matches the search.` : kind.messages.empty}</p>
  return (
    <LinkList
      count={entries.length}
      chosenAt={entries.findIndex(({ address }) => address === chosen)}
      listRef={list}
      row={(at) => {
        const entry = entries[at]
        if (!entry) return null
        const { address, name, mark } = entry
        return {
          key: address,
          to: `/config/${kind.view}/${address}`,
          search,
          current: address === chosen,
          content: (
            <>
              <Stack as="span" grow shrink>
                <Text as="span" truncate title={name}>
                  {name}
                </Text>
              </Stack>
              {mark}
            </>
          ),
        }
      }}
    />
  )
}

import type { RefObject } from 'react'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { LinkList } from '../../widgets/split/link-list.tsx'
import { sameWords } from '../../widgets/split/same-words.ts'
import type { ListedTable } from './read-schema.ts'
import styles from './schema.module.css'
import { schemaAddress } from './schema-place.ts'

interface TableListProps {
  service: string
  tables: readonly ListedTable[]
  chosen: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** The names of the tables. */
export function TableList({ service, tables, chosen, listRef }: TableListProps) {
  return (
    <LinkList
      count={tables.length}
      chosenAt={tables.findIndex(({ name }) => name === chosen)}
      listRef={listRef}
      row={(at) => {
        const table = tables[at]
        if (!table) return null
        const { name, label } = table
        return {
          key: name,
          to: schemaAddress.table(service, name),
          current: name === chosen,
          content: (
            <>
              <Stack as="span" grow shrink>
                <Text as="span" size="sm" mono truncate title={name}>
                  {name}
                </Text>
              </Stack>
              {label === '' || sameWords(name, label) ? null : (
                <span className={styles.tableLabel} title={label}>
                  {label}
                </span>
              )}
            </>
          ),
        }
      }}
    />
  )
}

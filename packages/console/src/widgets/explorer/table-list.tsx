import { IconEye, IconRefresh, IconTable } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { type ListedTable, matchingTables, readTables, tablesQuery } from '../../instance/service-tables.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { LoadFailure } from '../records/load-failure/load-failure.tsx'
import styles from './explorer.module.css'
import { t } from './messages.ts'
import { LinkList } from './split/link-list.tsx'
import { ListSearchBox } from './split/list-search-box.tsx'
import { isSpelledOutName } from './split/same-words.ts'
import { ListFoot, ListNote } from './split/split-parts.tsx'
import { type Figure, FigureCells, FigureHeadings, useFigures } from './table-figures.tsx'

interface TableListProps {
  service: string
  addressOf: (table: ListedTable) => string
  /** Columns at the end of the rows, where the server knows such figures of tables. */
  figures: readonly Figure[]
  /** The number of rows of a table, where the server does not know it with the others. */
  rowsOf?: (table: ListedTable) => ReactNode
  /** What else is known about a table, where it knows no figures; rendered for visible rows only. */
  factsOf: (table: ListedTable) => ReactNode
  /** Shown at the end of the line below the list. */
  note?: string
  /** Used on its own: focuses the search box, and has a button to refresh from the database. */
  alone?: boolean
}

/** The tables and views of a service, filtered while typing; only visible ones are rendered. */
export function TableList({ service, addressOf, figures, rowsOf, factsOf, note, alone = false }: TableListProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [refreshing, setRefreshing] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch } = useQuery(tablesQuery(service))
  const known = useFigures(service, data, figures)
  const refresh = async () => {
    setRefreshing(true)
    try {
      queryClient.setQueryData(tablesQuery(service).queryKey, await readTables(service, true))
    } catch (failure) {
      notifyError(failure)
    } finally {
      setRefreshing(false)
    }
  }
  if (!data && !error) return <Skeleton lines={8} />
  if (!data)
    return (
      <div>
        <LoadFailure error={error} text={t.tablesFailed} onRetry={() => void refetch()} />
      </div>
    )
  const found = matchingTables(data, text)
  const headings = known === null ? 0 : 1
  return (
    <section aria-label={t.tables} className={styles.tables}>
      <Row gap={2} align="stretch">
        <ListSearchBox
          label={t.searchTables}
          placeholder={t.searchCountedTables({ count: data.length })}
          text={text}
          onChange={setText}
          autoFocus={alone}
          onDown={() => list.current?.querySelector('a')?.focus()}
          onEnter={() => {
            const [first] = found
            if (first) void navigate({ to: addressOf(first), search: {} })
          }}
        />
        {alone ? (
          <IconButton
            label={tabWords.refresh}
            icon={<IconRefresh />}
            loading={refreshing}
            onClick={() => void refresh()}
          />
        ) : null}
      </Row>
      <div className={styles.tableRows}>
        {found.length === 0 ? (
          <ListNote>{data.length === 0 ? t.noTables : t.noTableMatches({ text })}</ListNote>
        ) : (
          <LinkList
            count={found.length + headings}
            chosenAt={-1}
            listRef={list}
            row={(at) => {
              if (known !== null && at === 0) return { key: '', heading: <FigureHeadings shown={known.shown} /> }
              const table = found[at - headings]
              if (!table) return null
              const { name, label, isView, description } = table
              return {
                key: name,
                to: addressOf(table),
                search: {},
                current: false,
                facts:
                  known === null ? (
                    factsOf(table)
                  ) : (
                    <FigureCells figures={known} table={name} unknownRows={rowsOf?.(table) ?? null} />
                  ),
                content: (
                  <>
                    {isView ? (
                      <IconEye size={18} color="var(--text-faint)" aria-label={t.view} />
                    ) : (
                      <IconTable size={18} color="var(--text-faint)" aria-hidden="true" />
                    )}
                    <Text as="span" truncate shrink>
                      {name}
                    </Text>
                    {isSpelledOutName(name, label) ? null : <span className={styles.tableLabel}>{label}</span>}
                    {!description ? null : <span className={styles.tableLabel}>{description}</span>}
                  </>
                ),
              }
            }}
          />
        )}
      </div>
      <ListFoot>
        <span>
          {found.length === data.length
            ? t.countedTables({ count: data.length })
            : t.tableCount({ found: found.length, count: data.length })}
        </span>
        {note === undefined ? null : <span>{note}</span>}
      </ListFoot>
    </section>
  )
}

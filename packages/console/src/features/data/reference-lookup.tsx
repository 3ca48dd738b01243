import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import entry from '../../ui/entry.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { useNarrow } from '../../widgets/list/record-list/use-narrow.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { tableQuery } from './data-queries.ts'
import { labelOf } from './field-kind.ts'
import { showValue } from './field-values.ts'
import styles from './lookup.module.css'
import { identifyingFields, lookupQuery } from './lookup-queries.ts'
import { dataMessages } from './messages.ts'
import type { TablePlace } from './wire-table.ts'

interface ReferenceLookupProps {
  title: string
  place: TablePlace
  /** Called with the record, and the names of its key fields. */
  onChoose: (record: GridRecord, key: readonly string[]) => void
  onClose: () => void
}

/** Milliseconds after the last keystroke until the search starts. */
const pause = 200

/** The records of a referenced table, ten per page, with a search. */
export function ReferenceLookup({ title, place, onChoose, onClose }: ReferenceLookupProps) {
  const [text, setText] = useState('')
  const [searchText, setAsked] = useState('')
  const [page, setPage] = useState(0)
  const isNarrow = useNarrow()
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(text)
      setPage(0)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])
  const opened = useQuery(tableQuery(place))
  const table = opened.data?.table
  const { data: found, error, isFetching } = useQuery(lookupQuery(place, table, searchText, page))
  const { listed: data, press } = useHeldWhilePressed(found, text)
  // Key and name have room on a phone.
  const fields = table ? identifyingFields(table).slice(0, isNarrow ? 2 : undefined) : []
  const trouble = opened.error ?? error
  return (
    <Dialog
      open
      size="large"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button disabledReason={page === 0 && tabWords.firstPageReached} onClick={() => setPage(page - 1)}>
            {dataMessages.previous}
          </Button>
          <Button disabledReason={!data?.more && tabWords.lastPageReached} onClick={() => setPage(page + 1)}>
            {dataMessages.next}
          </Button>
        </>
      }
    >
      <div className={styles.lookup}>
        <TextField
          label={tabWords.search}
          labelHidden
          type="search"
          placeholder={dataMessages.searchTable({ table: table?.plural ?? place.table })}
          icon={<IconSearch />}
          value={text}
          onChange={setText}
        />
        {trouble ? <Banner tone="danger">{messageOf(trouble)}</Banner> : null}
        {data && table ? (
          <table className={styles.table} aria-busy={isFetching}>
            <thead>
              <tr>
                {fields.map((field) => (
                  <th key={field.name} scope="col">
                    {labelOf(field)}
                  </th>
                ))}
                <th scope="col">
                  <VisuallyHidden>{dataMessages.choose}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody {...press}>
              {data.rows.map((record, at) => (
                <tr className={entry.entry} key={table.key.map((key) => String(record[key])).join() || at}>
                  {fields.map((field) => {
                    const value = record[field.name]
                    return (
                      <td key={field.name}>{value === null || value === undefined ? '' : showValue(field, value)}</td>
                    )
                  })}
                  <td>
                    <Button size="small" onClick={() => onChoose(record, table.key)}>
                      {dataMessages.choose}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : trouble ? null : (
          <Skeleton lines={6} />
        )}
        <Text role="status" tone="muted">
          {data?.rows.length === 0
            ? searchText
              ? dataMessages.nothingMatches({ asked: searchText })
              : dataMessages.recordsEmpty
            : ''}
        </Text>
      </div>
    </Dialog>
  )
}

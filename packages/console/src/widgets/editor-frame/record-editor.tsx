import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Loaded, recordQuery } from '../../instance/collections.ts'
import type { Params } from '../../instance/transport.ts'
import type { RecordId } from '../record-list/declaration.ts'
import { readListSearch } from '../record-list/list-search.ts'
import { EditorFrame } from './editor-frame.tsx'
import { HistoryLink } from './history-link.tsx'
import { LoadedRecord } from './loaded-record.tsx'
import { t } from './messages.ts'

/** What the panel gives to the form in it. */
export interface FormParts<R> {
  /** What is edited; null for a new record. */
  readonly loaded: Loaded<R> | null
  /** The record that a new one is to be a copy of. */
  readonly copied: R | null
  readonly onClose: () => void
  readonly onSaved: (id: RecordId) => void
}

interface RecordEditorProps<R> {
  /** The address of the list: `/admins`. */
  path: string
  /** `system/admin`. */
  collection: string
  params: Params
  one: string
  /** The word in titles: `Admin`. */
  thing: string
  nameOf: (record: R) => string
  subtitle?: (record: R) => ReactNode
  wide?: boolean
  /** Null for a new record. */
  id: string | null
  onSaved: (id: RecordId) => void
  children: (parts: FormParts<R>) => ReactNode
}

/** The panel of one record over its list, new or existing; `?copy=12` starts a new one from another. */
export function RecordEditor<R>(props: RecordEditorProps<R>) {
  const { path, collection, params, one, thing, id, children } = props
  const navigate = useNavigate()
  const search: { copy?: unknown } = useSearch({ strict: false })
  const copyOf = id === null && search.copy !== undefined ? String(search.copy) : null
  const source = id ?? copyOf
  const record = useQuery({ ...recordQuery<R>(collection, source ?? '', params), enabled: false }).data?.record

  const onClose = () => void navigate({ to: path, search: readListSearch(search) })
  const onSaved = (savedId: RecordId) => {
    props.onSaved(savedId)
    onClose()
  }
  const form = { onClose, onSaved }
  const title =
    id === null ? t.createThing({ thing }) : record ? t.edit({ name: props.nameOf(record) }) : t.edit({ name: thing })

  return (
    <EditorFrame
      title={title}
      subtitle={id !== null && record ? props.subtitle?.(record) : null}
      aside={id === null ? null : <HistoryLink collection={collection} id={id} />}
      wide={props.wide ?? false}
      onClose={onClose}
    >
      {source === null ? (
        children({ loaded: null, copied: null, ...form })
      ) : (
        <LoadedRecord<R> collection={collection} id={source} params={params} one={one} onClose={onClose}>
          {(loaded) =>
            copyOf === null
              ? children({ loaded, copied: null, ...form })
              : children({ loaded: null, copied: loaded.record, ...form })
          }
        </LoadedRecord>
      )}
    </EditorFrame>
  )
}

import type { DataViewDraft, DataViewRecord } from '@millwright/contract/records/data-view'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useManagedForm } from '../../../widgets/form/managed/managed-note.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { type DataSearch, readRecordConditions, readSort, writeRecordConditions, writeSort } from '../data-address.ts'
import { dataMessages } from '../messages.ts'
import type { TablePlace } from '../wire-table.ts'

export const viewCollection = 'system/data_view'

/** The data views of a table that the person may see: their own, and shared ones. */
export function viewsQuery({ service, table }: TablePlace) {
  return queryOptions({
    queryKey: ['data', service, 'views', table] as const,
    queryFn: async ({ signal }): Promise<readonly DataViewRecord[]> => {
      const params = { service, table, order: 'name' }
      const { data } = await send<ListAnswer<DataViewRecord>>({ verb: 'GET', path: viewCollection, params, signal })
      return data.resource
    },
    staleTime: 60_000,
  })
}

/** Returns the query of a table's address that shows a view. */
export function viewSearch({ id, filter, fields, order }: DataViewRecord): DataSearch {
  const conditions = Array.isArray(filter) ? filter : []
  // Other clients may use operators that this console cannot show.
  const known = writeRecordConditions(readRecordConditions(writeRecordConditions(conditions)))
  const sort = readOrder(order)
  return {
    ...(known !== '' && { filter: known }),
    ...(sort !== undefined && { order: sort }),
    ...(Array.isArray(fields) && fields.length > 0 && { columns: fields.join(',') }),
    view: String(id),
  }
}

/** Returns the parts of an address that a view stores. */
export function queryOf({ filter, order, columns }: DataSearch): Pick<DataViewDraft, 'filter' | 'fields' | 'order'> {
  const conditions = readRecordConditions(filter ?? '')
  const sort = readSort(order)
  const names = columns?.split(',').filter(Boolean) ?? []
  return {
    filter: conditions.length > 0 ? conditions : null,
    fields: names.length > 0 ? names : null,
    order: sort === null ? null : `${sort.field} ${sort.descending ? 'DESC' : 'ASC'}`,
  }
}

/** Whether the address differs from the view that it was opened by. */
export function isChanged(view: DataViewRecord, search: DataSearch): boolean {
  const own = viewSearch(view)
  const names = (columns: string | undefined) => columns?.split(',').toSorted().join()
  return own.filter !== search.filter || own.order !== search.order || names(own.columns) !== names(search.columns)
}

/** Converts the first field of an API order to the format of the address. */
function readOrder(order: string | null): string | undefined {
  const [, field, direction = ''] = /^\s*([^,]+?)(?:\s+(asc|desc))?\s*(?:,|$)/i.exec(order ?? '') ?? []
  return field === undefined ? undefined : writeSort({ field, descending: direction.toLowerCase() === 'desc' })
}

export interface NamedView {
  readonly name: string
  readonly shared: boolean
}

interface ViewDialogProps {
  place: TablePlace
  title: string
  action: string
  before: NamedView
  /** If it throws, the dialog shows the error and stays open. */
  onSave: (view: NamedView) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view, and for who may see it. */
export function ViewDialog({ place, title, action, before, onSave, onClose }: ViewDialogProps) {
  const [name, setName] = useState(before.name)
  const [shared, setShared] = useState(before.shared)
  const [missing, setMissing] = useState(false)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { block, below } = useManagedForm({
    collection: viewCollection,
    name: shared || before.shared ? `${place.service}/${place.table}` : null,
  })
  const save = async () => {
    if (running) return
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    setRunning(true)
    setProblem(null)
    try {
      await onSave({ name: name.trim(), shared })
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={title}
      description={dataMessages.viewHelp}
      action={action}
      disabledReason={block}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {below(
        <>
          <TextField
            label={tabWords.name}
            maxLength={80}
            autoComplete="off"
            autoFocus
            value={name}
            onChange={setName}
            error={missing && name.trim() === '' ? dataMessages.nameIsRequired : null}
          />
          <Checkbox label={dataMessages.viewShareLabel} value={shared} onChange={setShared} />
        </>,
      )}
    </FormDialog>
  )
}

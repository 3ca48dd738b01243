import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { readDataSearch } from './data-address.ts'
import { labelOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import type { Refusals } from './save-drafts.ts'
import { keyPart, type TableDescription } from './table-description.ts'
import { useRecount } from './use-records.ts'
import { type TablePlace, writeRecords } from './wire-table.ts'

/** Saving is not needed to show records; its code is loaded in the background, so that it is available if the connection is lost. */
const saving = () => import('./save-drafts.ts')

interface ActionParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly model: GridModel
  /** Scrolls to a cell that needs attention. */
  readonly show: (key: string, field: string) => void
  /** Scrolls to the active cell. */
  readonly reveal: () => void
}

export type RecordActions = ReturnType<typeof useRecordActions>

/** Returns functions that save, revert and delete records, and the resulting messages. */
export function useRecordActions({ place, table, model, show, reveal }: ActionParts) {
  const recount = useRecount(place)
  const [isSaving, setSaving] = useState(false)
  const underWay = useRef(false)
  useEffect(() => {
    saving().catch(() => {})
  }, [])
  const tell = (text: string) => {
    notify({ type: 'success', title: dataMessages.module, text })
    model.say(text)
  }
  const fail = (text: string) => notify({ type: 'error', title: dataMessages.module, text, tag: 'data' })

  /** Stores all drafts, or those of some rows, unless a save is under way. Resolves to whether everything was stored. */
  const save = async (only?: readonly string[]): Promise<boolean> => {
    if (underWay.current) return false
    underWay.current = true
    return store(only).finally(() => {
      underWay.current = false
    })
  }

  const store = async (only?: readonly string[]): Promise<boolean> => {
    const drafts = model.drafts.all.filter(({ key }) => only?.includes(key) ?? true)
    if (drafts.length === 0) {
      fail(dataMessages.nothingToSave)
      return false
    }
    const wrong = model.drafts.problems.find(({ key }) => drafts.some((draft) => draft.key === key))
    if (wrong) {
      const field = table.fields.find(({ name }) => name === wrong.field)
      const text = `${field ? labelOf(field) : wrong.field}: ${wrong.problem}`
      show(wrong.key, wrong.field)
      model.say(text)
      fail(text)
      return false
    }
    const { firstRefusal, missingValues, saveDrafts } = await saving()
    const point = (refusals: Refusals, error: unknown) => {
      const { key, field, text } = firstRefusal(refusals, error, drafts)
      if (key !== undefined) show(key, field)
      model.say(text)
      return text
    }
    const missing = missingValues(drafts, table)
    if (missing.size > 0) {
      model.drafts.refuse(missing)
      fail(point(missing, null))
      return false
    }
    setSaving(true)
    try {
      const result = await saveDrafts(place, table, drafts)
      const created = drafts.filter(({ key, isNew }) => isNew && result.saved.has(key))
      const { count } = model.windows
      model.windows.replace(result.present)
      model.drafts.rebase(result.present)
      model.drafts.refuse(result.refusals)
      model.stored(drafts, result.saved)
      model.selection.tick([...result.saved.keys()], false)
      if (result.saved.size > 0) {
        if (created.length > 0 || result.stored.size < result.saved.size) model.windows.refresh()
        else model.windows.replace(result.stored)
        if (created.length > 0) recount()
      }
      if (result.error !== null) {
        notifyError(result.error)
        point(result.refusals, result.error)
        return false
      }
      const [newest] = created
      // The record is stored, even if showing it fails.
      if (newest)
        await showStored(result.saved.get(newest.key)?.key ?? '', (count ?? 0) + created.length).catch(() => null)
      const onlyNew = drafts.length === 1 && drafts[0]?.isNew
      tell(onlyNew ? dataMessages.created : dataMessages.saved({ count: drafts.length }))
      return true
    } catch (error) {
      notifyError(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  /** Scrolls to a new record if it is among the first or last rows. */
  const showStored = async (key: string, count: number) => {
    await model.rowsFrom(0, 0)
    if (model.placeOf(key) === null) await model.rowsFrom(count - 1, count - 1)
    if (model.rowAt(model.selection.active.row)?.key === key) reveal()
  }

  /** Discards edits, which undo restores; for given records also those that are only in their form. */
  const revert = (only?: readonly string[]) => {
    const keys = model.drafts.all.map(({ key }) => key).filter((key) => only?.includes(key) ?? true)
    model.drafts.revert(keys)
    const reverted = only?.length ?? keys.length
    if (reverted > 0) tell(dataMessages.reverted({ count: reverted }))
  }

  /** Deletes stored records and discards new ones, after confirmation. Resolves to whether it was done. */
  const remove = async (keys: readonly string[]): Promise<boolean> => {
    if (keys.length === 0) {
      fail(dataMessages.nothingToDelete)
      return false
    }
    const count = keys.length
    const stored = keys.filter((key) => !model.drafts.of(key)?.isNew)
    if (stored.length > 0 && table.key.length === 0) {
      fail(dataMessages.noKey)
      return false
    }
    const yes = await confirm({
      title: dataMessages.deleteRecords,
      ...(count > 1 && { text: dataMessages.recordsAreSelected({ count }) }),
      action: dataMessages.deleteCounted({ count }),
      danger: true,
      run: async () => {
        const records = stored.map((key) => keyOf(model, key, table))
        if (records.length > 0) await writeRecords({ verb: 'DELETE', place, records, params: { rollback: true } })
      },
    })
    if (!yes) return false
    model.drafts.forget(keys)
    model.selection.tick(keys, false)
    model.windows.refresh(new Set(keys))
    recount()
    tell(dataMessages.deleted({ count }))
    return true
  }

  const refresh = async () => {
    if (!(await confirmDiscard(model))) return
    model.drafts.clear()
    model.windows.refresh()
    recount()
  }

  return { saving: isSaving, isUnderWay: () => underWay.current, save, revert, remove, refresh }
}

/** Asks before unsaved records are lost; resolves to true if there are none, or they may be lost. */
export async function confirmDiscard(model: GridModel): Promise<boolean> {
  if (model.drafts.size === 0) return true
  return confirm({
    title: dataMessages.unsaved,
    action: dataMessages.discardChanges,
    cancel: dataMessages.keepEditing,
    danger: true,
  })
}

/** Returns the key fields by which the server finds a record, with their types if the record was loaded. */
function keyOf(model: GridModel, key: string, table: TableDescription): GridRecord {
  const drafted = model.drafts.of(key)?.base
  const read = drafted ?? model.windows.rowOf(key)?.record
  if (read) return keyPart(read, table.key)
  const values: unknown = table.key.length > 1 ? JSON.parse(key) : [key]
  return Object.fromEntries(table.key.map((field, at) => [field, Array.isArray(values) ? values[at] : key]))
}

/** A record of a table that is open over the grid. */
export interface OpenRecord {
  place: TablePlace
  table: TableDescription
  model: GridModel
  actions: RecordActions
  /** The key of the record, or `new`. */
  record: string
  /** Open over the form of another record, which the address belongs to. */
  within?: boolean
  /** Whether it may be deleted from its form; true by default. */
  removable?: boolean
  onClose: () => void
}

/**
 * Asks before unsaved records are lost by opening another table, changing filter, search or order, going back, or closing the window; with `inForm`
 * also by opening another record.
 */
export function useUnsavedGuard(model: GridModel, inForm = false): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && sameQuestion(current.search, next.search, inForm)) return false
      return !(await confirmDiscard(model))
    },
    enableBeforeUnload: () => model.drafts.size > 0,
  })
}

function sameQuestion(one: object, other: object, sameRecord: boolean): boolean {
  const left = readDataSearch({ ...one })
  const right = readDataSearch({ ...other })
  if (sameRecord && left.record !== right.record) return false
  return left.filter === right.filter && left.order === right.order && left.search === right.search
}

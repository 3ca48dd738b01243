import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../../confirm/confirm.ts'
import {
  invalidateCollection,
  type RecordId,
  removeRecord,
  removeRecords,
  updateRecords,
} from '../../../instance/collections.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import type { Params } from '../../../instance/transport.ts'
import { type NotificationAction, notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import {
  type BulkAction,
  idOf,
  type ListDeclaration,
  type WireRecord,
  whyProtected,
} from '../../records/list-declaration/declaration.ts'
import type { DeletionTarget } from '../deletion/dependents.ts'
import { useDeletion } from '../deletion/use-deletion.ts'
import type { ListQuery } from './first-page.ts'
import { type ChunkResult, inChunks } from './in-chunks.ts'
import type { OpenDialog } from './list-dialogs.tsx'
import { t } from './messages.ts'
import { countOf, nothing, type Selection } from './selection.ts'
import { chosenIds } from './whole-list.ts'

/** Number of records per request of a bulk change. */
const chunkSize = 100
/** Maximum number of records whose dependents are queried by id. */
const maxByNumber = 1000

interface ListActionsParts<R extends WireRecord> {
  readonly declaration: ListDeclaration<R>
  readonly question: ListQuery
  readonly total: number | null
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly setDialog: (dialog: OpenDialog) => void
  /** Called after records were deleted: the page may be empty now. */
  readonly afterRemoval: (removed: number) => void
}

/** Actions on one and on many records. */
export function useListActions<R extends WireRecord>(parts: ListActionsParts<R>) {
  const { declaration, question, selection, select, setDialog } = parts
  const { messages, collection } = declaration
  const path = `system/${collection}`
  const queryClient = useQueryClient()
  const { kept, deletionQuestion: further, inUse } = declaration

  const deletion = useDeletion(path, messages.module)

  /** After each request, however it ended: one that failed, or whose answer was lost, may have changed records. */
  const reread = () => void invalidateCollection(queryClient, path)
  const say = (text: string, action?: NotificationAction) =>
    notify({ type: 'success', title: messages.module, text, action })
  /** Files deleted with their app are not in the audit log, so this cannot be undone. */
  const undo = (ids: readonly RecordId[], params: Params = {}) =>
    params.delete_storage === true ? undefined : deletion.undo(ids)

  const usedBy = (record: R) => ({
    title: messages.deleteOne({ name: declaration.nameOf(record) }),
    consequence: inUse ?? '',
  })

  const deleteOne = async (record: R) => {
    const id = idOf(record)
    const reason = whyProtected(declaration, record)
    if (reason !== null) {
      notify({ type: 'warning', title: messages.module, text: reason })
      return
    }
    const found = await deletion.look({ ids: [id] })
    // If the dependents are unknown, the server reports them by rejecting the deletion.
    const refusalTells = inUse !== undefined && found?.certain !== true
    const remove = (params: Params = {}) => removeRecord(path, id, { ...params, ...forceOf(found) }).finally(reread)
    const done = await confirm({
      title: messages.deleteOne({ name: declaration.nameOf(record) }),
      body: found?.body,
      action: found?.blocked ? t.deleteAnyway : t.deleteWhat({ what: declaration.one }),
      danger: true,
      ...(!further && !refusalTells && { run: remove }),
    })
    if (!done) return
    if (refusalTells && !(await removeInUse(remove, usedBy(record)))) return
    const params = await further?.one(record)
    if (params && !(await notifyOnError(remove(params)))) return
    say(messages.deletedOne, undo([id], params))
    if (selection.kind === 'some' && selection.ids.has(id)) select(nothing)
    parts.afterRemoval(1)
  }

  const ended = (text: string, result: ChunkResult | null) => {
    setDialog({ kind: 'none' })
    if (result && result.failures.length === 0 && !result.cancelled) {
      say(text)
      select(nothing)
    }
    reread()
  }

  const overMany = (
    title: string,
    done: string,
    run: (ids: readonly RecordId[]) => Promise<void>,
    leaveOut: readonly RecordId[] = [],
    afterwards: (result: ChunkResult) => void = () => {},
  ) =>
    setDialog({
      kind: 'job',
      job: {
        title,
        run: async (signal, onProgress) => {
          const ids = (await chosenIds(question, selection, signal)).filter((id) => !leaveOut.includes(id))
          return inChunks({ ids, size: chunkSize, run, onProgress, signal })
        },
      },
      onEnd: (result) => {
        if (result) afterwards(result)
        ended(done, result)
      },
    })

  /** The selected records by id if there are not too many, or else by the list's filter. */
  const doomed = async (ids: readonly RecordId[] | null, leaveOut: readonly RecordId[]): Promise<DeletionTarget> => {
    const { total } = parts
    if (ids) return { ids }
    if (question.narrowed === undefined && (total === null || total > maxByNumber)) return { filter: question.filter }
    const all = await chosenIds(question, selection, new AbortController().signal)
    return { ids: all.filter((id) => !leaveOut.includes(id)) }
  }

  const deleteChosen = async () => {
    const leaveOut = kept?.ids ?? []
    const touchesProtected = leaveOut.some((id) => selection.kind === 'all' || selection.ids.has(id))
    const ids = selection.kind === 'some' ? [...selection.ids].filter((id) => !leaveOut.includes(id)) : null
    if (ids?.length === 0) {
      notify({ type: 'warning', title: messages.module, text: kept?.reason ?? '' })
      return
    }
    const few = ids !== null && ids.length <= chunkSize
    const found = await deletion.look(await doomed(ids, leaveOut))
    const what = counted(ids ? ids.length : countOf(selection, parts.total), declaration)
    const remove = (some: readonly RecordId[], params: Params = {}) =>
      removeRecords(path, some, { ...params, ...forceOf(found) })
    const done = await confirm({
      title: messages.deleteMany,
      ...(touchesProtected && kept && { text: t.leftOut({ reason: kept.reason }) }),
      body: found?.body,
      action: found?.blocked ? t.deleteWhatAnyway({ what }) : t.deleteWhat({ what }),
      danger: true,
      ...(few && !further && { run: () => remove(ids).finally(reread) }),
    })
    if (!done) return
    const params = await further?.many()
    if (few) {
      if (further && !(await notifyOnError(remove(ids, params).finally(reread)))) return
      say(messages.deletedMany, undo(ids, params))
      select(nothing)
      parts.afterRemoval(ids.length)
      return
    }
    overMany(
      t.deletingMany({ many: declaration.many }),
      messages.deletedMany,
      (chunk) => remove(chunk, params),
      leaveOut,
      ({ done }) => parts.afterRemoval(done),
    )
  }

  const editChosen = (changes: Readonly<Record<string, unknown>>) =>
    overMany(
      t.changingMany({ many: declaration.many }),
      t.changedWhat({ what: counted(countOf(selection, parts.total), declaration) }),
      (chunk) => updateRecords(path, chunk, changes),
    )

  const runChosen = async (bulk: BulkAction) => {
    const ids = selection.kind === 'some' && selection.ids.size <= chunkSize ? [...selection.ids] : null
    const done = await confirm({
      title: bulk.question,
      action: t.bulkTitle({ action: bulk.label, what: counted(countOf(selection, parts.total), declaration) }),
      ...(ids && { run: () => bulk.run(ids).finally(reread) }),
    })
    if (!done) return
    if (!ids) return overMany(bulk.doing, bulk.done, bulk.run)
    say(bulk.done)
    select(nothing)
  }

  return { deleteOne, deleteChosen, editChosen, runChosen, reread, say }
}

const forceOf = (question: { readonly blocked: boolean } | null): Params => (question?.blocked ? { force: true } : {})

/** "3 admins", "1 admin", "all that match". */
export function counted(count: number | null, names: { readonly one: string; readonly many: string }): string {
  if (count === null) return t.allMatching({ many: names.many })
  return t.counted({ count, one: names.one, many: names.many })
}

/** Shows errors of an action that has no other place for them as a notification. Resolves to `false` if it failed. */
export async function notifyOnError(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    notifyError(error)
    return false
  }
}

/** The consequence of deleting a record that others need. */
interface InUse {
  readonly title: string
  readonly consequence: string
}

/**
 * Deletes a record; if the instance reports that others need it, asks whether to delete it anyway. Resolves to `false` if it was not
 * deleted.
 */
async function removeInUse(remove: (params: Params) => Promise<void>, { title, consequence }: InUse): Promise<boolean> {
  try {
    await remove({})
    return true
  } catch (error) {
    if (error instanceof InstanceError && error.status === 409) {
      const text = `${error.message} ${consequence}`
      return confirm({
        title,
        text,
        action: t.deleteAnyway,
        danger: true,
        run: () => remove({ force: true }),
      })
    }
    notifyError(error)
    return false
  }
}

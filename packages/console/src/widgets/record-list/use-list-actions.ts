import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { invalidateCollection, removeRecord, removeRecords, updateRecords } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { type BulkAction, idOf, type ListDeclaration, type RecordId, type WireRecord, whyKept } from './declaration.ts'
import { type ChunkResult, inChunks } from './in-chunks.ts'
import type { OpenDialog } from './list-dialogs.tsx'
import type { ListQuestion } from './list-view.ts'
import { removeInUse } from './remove-in-use.ts'
import { countOf, nothing, type Selection } from './selection.ts'
import { chosenIds } from './whole-list.ts'

/** Records in one request of a bulk change. */
const chunkSize = 100
const number = new Intl.NumberFormat()

interface ListActionsParts<R extends WireRecord> {
  readonly declaration: ListDeclaration<R>
  readonly question: ListQuestion
  readonly total: number | null
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly setDialog: (dialog: OpenDialog) => void
  /** Called when records went away: the page may have to turn back. */
  readonly afterRemoval: (removed: number) => void
}

/** What can be done to one record and to many. */
export function useListActions<R extends WireRecord>(parts: ListActionsParts<R>) {
  const { declaration, question, selection, select, setDialog } = parts
  const { messages, collection } = declaration
  const path = `system/${collection}`
  const queryClient = useQueryClient()
  const { kept, deletionQuestion: further, inUse } = declaration

  const reread = () => void invalidateCollection(queryClient, path)
  const say = (text: string) => notify({ type: 'success', title: messages.module, text })

  const usedBy = (record: R) => ({
    title: messages.deleteOne(declaration.nameOf(record)),
    consequence: inUse ?? '',
  })

  const deleteOne = async (record: R) => {
    const id = idOf(record)
    const reason = whyKept(declaration, record)
    if (reason !== null) {
      notify({ type: 'warning', title: messages.module, text: reason })
      return
    }
    const done = await confirm({
      title: messages.deleteOne(declaration.nameOf(record)),
      action: `Delete ${declaration.one}`,
      danger: true,
      ...(!further && !inUse && { run: () => removeRecord(path, id) }),
    })
    if (!done) return
    if (inUse && !(await removeInUse((params) => removeRecord(path, id, params), usedBy(record)))) return
    if (further && !(await orNotify(further.one(record).then((params) => removeRecord(path, id, params))))) return
    say(messages.deletedOne)
    if (selection.kind === 'some' && selection.ids.has(id)) select(nothing)
    parts.afterRemoval(1)
    reread()
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
    leaveOut: readonly RecordId[],
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
        if (result && title.startsWith('Deleting')) parts.afterRemoval(result.done)
        ended(done, result)
      },
    })

  const deleteChosen = async () => {
    const leaveOut = kept?.ids ?? []
    const touchesKept = leaveOut.some((id) => selection.kind === 'all' || selection.ids.has(id))
    const ids = selection.kind === 'some' ? [...selection.ids].filter((id) => !leaveOut.includes(id)) : null
    if (ids?.length === 0) {
      notify({ type: 'warning', title: messages.module, text: kept?.reason ?? '' })
      return
    }
    const few = ids !== null && ids.length <= chunkSize
    const done = await confirm({
      title: messages.deleteMany,
      ...(touchesKept && kept && { text: `${kept.reason} It is left out.` }),
      action: `Delete ${counted(ids ? ids.length : countOf(selection, parts.total), declaration)}`,
      danger: true,
      ...(few && !further && { run: () => removeRecords(path, ids) }),
    })
    if (!done) return
    const params = await further?.many()
    if (few) {
      if (further && !(await orNotify(removeRecords(path, ids, params)))) return
      say(messages.deletedMany)
      select(nothing)
      parts.afterRemoval(ids.length)
      reread()
      return
    }
    overMany(
      `Deleting ${declaration.many}`,
      messages.deletedMany,
      (chunk) => removeRecords(path, chunk, params),
      leaveOut,
    )
  }

  const editChosen = (changes: Readonly<Record<string, unknown>>) =>
    overMany(
      `Changing ${declaration.many}`,
      `${counted(countOf(selection, parts.total), declaration)} changed.`,
      (chunk) => updateRecords(path, chunk, changes),
      [],
    )

  const runChosen = async (bulk: BulkAction) => {
    const ids = selection.kind === 'some' && selection.ids.size <= chunkSize ? [...selection.ids] : null
    const done = await confirm({
      title: bulk.question,
      action: `${bulk.label} of ${counted(countOf(selection, parts.total), declaration)}`,
      ...(ids && { run: () => bulk.run(ids) }),
    })
    if (!done) return
    if (!ids) return overMany(bulk.doing, bulk.done, bulk.run, [])
    say(bulk.done)
    select(nothing)
    reread()
  }

  return { deleteOne, deleteChosen, editChosen, runChosen, reread, say }
}

/** "3 admins", "1 admin", "all that match". */
export function counted(count: number | null, names: { readonly one: string; readonly many: string }): string {
  if (count === null) return `all matching ${names.many}`
  return `${number.format(count)} ${count === 1 ? names.one : names.many}`
}

/** Runs something that a single press asked for and that has no place of its own for a refusal. False: it was refused. */
export async function orNotify(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    notifyRefusal(error)
    return false
  }
}

import type { ListAnswer } from '@millwright/contract/wire/list'
import { send } from '../../instance/send.ts'
import { idOf, type RecordId, type WireRecord } from './declaration.ts'
import { type ListQuestion, rowsParams } from './first-page.ts'
import type { Selection } from './selection.ts'

/** Rows that are read at a time when a list is read from end to end. */
const step = 1000

type Progress = (done: number) => void

/** Every record that matches the question, read page by page; `fields` null means all of them. */
export async function readAll<R extends WireRecord>(
  question: ListQuestion,
  fields: string | null,
  signal: AbortSignal,
  onProgress: Progress = () => undefined,
): Promise<R[]> {
  const records: R[] = []
  for (let offset = 0; ; offset += step) {
    // Without an order of its own the list could give a record twice and another one never.
    const params = { order: 'id ASC', ...rowsParams({ ...question, offset, limit: step }), limit: step, fields }
    const { data } = await send<ListAnswer<R>>({ verb: 'GET', path: `system/${question.collection}`, params, signal })
    records.push(...data.resource)
    onProgress(records.length)
    if (data.resource.length < step) return records
  }
}

/** The ids of what is chosen; those of "all that match" are asked of the server. */
export async function chosenIds(
  question: ListQuestion,
  selection: Selection,
  signal: AbortSignal,
): Promise<RecordId[]> {
  if (selection.kind === 'some') return [...selection.ids]
  const records = await readAll({ ...question, sort: null, related: [] }, 'id', signal)
  return records.map(idOf).filter((id) => !selection.except.has(id))
}

/** The chosen records themselves. */
export async function chosenRecords<R extends WireRecord>(
  question: ListQuestion,
  selection: Selection,
  signal: AbortSignal,
): Promise<R[]> {
  if (selection.kind === 'all') {
    const records = await readAll<R>(question, null, signal)
    return records.filter((record) => !selection.except.has(idOf(record)))
  }
  const ids = [...selection.ids]
  const records: R[] = []
  for (let from = 0; from < ids.length; from += 100) {
    const params = { ids: ids.slice(from, from + 100).join(','), continue: true }
    const { data } = await send<ListAnswer<R>>({ verb: 'GET', path: `system/${question.collection}`, params, signal })
    records.push(...data.resource)
  }
  return records
}

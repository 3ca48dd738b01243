import type { ListAnswer } from '@millwright/contract/wire/list'
import type { RecordId } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { idOf, type WireRecord } from '../../records/list-declaration/declaration.ts'
import { type ListQuery, rowsParams } from './first-page.ts'
import type { Selection } from './selection.ts'

/** Number of rows per request when a whole list is read. */
const step = 1000

/** Yields every record that matches the query, page by page; `fields`: `null` for all of them. */
export async function* readPages<R extends WireRecord>(
  question: ListQuery,
  fields: string | null,
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  for (let offset = 0; ; offset += step) {
    // Without a unique order, records could be repeated or skipped between pages.
    const params = { order: 'id ASC', ...rowsParams({ ...question, offset, limit: step }), limit: step, fields }
    const { data } = await send<ListAnswer<R>>({ verb: 'GET', path: `system/${question.collection}`, params, signal })
    if (data.resource.length > 0) yield data.resource
    if (data.resource.length < step) return
  }
}

/** The ids of the selection; for all matches they are requested from the server. */
export async function chosenIds(question: ListQuery, selection: Selection, signal: AbortSignal): Promise<RecordId[]> {
  if (selection.kind === 'some') return [...selection.ids]
  const ids: RecordId[] = []
  for await (const records of readPages({ ...question, sort: null, related: [] }, 'id', signal))
    ids.push(...records.map(idOf).filter((id) => !selection.except.has(id)))
  return ids
}

/** Yields the selected records, page by page. */
export async function* chosenPages<R extends WireRecord>(
  question: ListQuery,
  selection: Selection,
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  if (selection.kind === 'all') {
    for await (const records of readPages<R>(question, null, signal))
      yield records.filter((record) => !selection.except.has(idOf(record)))
    return
  }
  const ids = [...selection.ids]
  const related = question.related.length > 0 ? { related: question.related.join(',') } : {}
  for (let from = 0; from < ids.length; from += 100) {
    const params = { ids: ids.slice(from, from + 100).join(','), continue: true, ...related }
    const { data } = await send<ListAnswer<R>>({ verb: 'GET', path: `system/${question.collection}`, params, signal })
    yield data.resource
  }
}

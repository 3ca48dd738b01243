import { quoteText } from '@millwright/contract/filter/print'
import type { Revert } from '@millwright/contract/records/data-history'
import { collectionQuery } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'

export const historyCollection = 'system/data_history'

/** A table by its database name, or one of its rows by the entry's `record_id`. */
export interface HistoryPlace {
  readonly service: string
  readonly table: string
  readonly record?: string | undefined
}

export interface HistoryFilter {
  /** Part of a user's email or an app's name. */
  readonly who: string
  /** Empty for any origin. */
  readonly origin: string
  /** Hours back; `null` for the whole history. */
  readonly hours: number | null
}

export const everything: HistoryFilter = { who: '', origin: '', hours: null }

/** Entries, newest first; one more than `limit` is loaded to detect older ones. */
export function historyQuery({ service, table, record }: HistoryPlace, filter: HistoryFilter, limit: number) {
  const who = quoteText(`%${filter.who.trim()}%`)
  const since = filter.hours === null ? null : hourBefore(filter.hours)
  const parts = [
    record === undefined ? null : `(record_id = ${quoteText(record)})`,
    filter.who.trim() === '' ? null : `((user_email like ${who}) or (app_name like ${who}))`,
    filter.origin === '' ? null : `(origin = ${quoteText(filter.origin)})`,
    since === null ? null : `(created_date >= ${quoteText(since)})`,
  ].filter((part) => part !== null)
  const params = { service, table, order: 'id desc', limit: limit + 1, filter: parts.join(' and ') || null }
  // Others may write at any time.
  return { ...collectionQuery(historyCollection, params), staleTime: 0 }
}

/** Rounded to the minute, so that the query key stays stable for a while. */
function hourBefore(hours: number): string {
  const minute = 60_000
  return new Date(Math.floor(Date.now() / minute) * minute - hours * 60 * minute).toISOString()
}

type What = { readonly ids: readonly number[] } | { readonly write_id: string }

export async function previewRevert(what: What): Promise<Revert> {
  return (
    await send<Revert>({ verb: 'POST', path: `${historyCollection}/revert`, params: { preview: true }, body: what })
  ).data
}

/** `others`: revert the other rows even if some have conflicts. */
export async function revertChanges(what: What, others: boolean): Promise<Revert> {
  const params = others ? { continue: true } : {}
  return (await send<Revert>({ verb: 'POST', path: `${historyCollection}/revert`, params, body: what })).data
}

export async function keepHistory(service: string, table: string, history: boolean): Promise<void> {
  const path = `${encodeURIComponent(service)}/_schema/${encodeURIComponent(table)}`
  await send({ verb: 'PATCH', path, body: { history } })
}

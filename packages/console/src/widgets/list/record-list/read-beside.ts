import { type AdditionalData, idOf, type WireRecord } from '../../records/list-declaration/declaration.ts'

/** Maximum number of ids in one request, since URLs are limited in length. */
const atOnce = 200

/** Adds the additional data to records. */
export async function* withBeside<R extends WireRecord>(
  pages: AsyncGenerator<readonly R[]>,
  beside: AdditionalData | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  for await (const records of pages)
    yield beside ? joined(records, await loadAdditionalData(beside, records, signal)) : records
}

/** The additional data of records, by id. */
export async function loadAdditionalData(
  { read }: AdditionalData,
  records: readonly WireRecord[],
  signal: AbortSignal,
): Promise<ReadonlyMap<unknown, WireRecord>> {
  const found = new Map<unknown, WireRecord>()
  for (let from = 0; from < records.length; from += atOnce) {
    const some = await read(records.slice(from, from + atOnce).map(idOf), signal)
    for (const [id, fields] of some) found.set(id, fields)
  }
  return found
}

/** Merges the additional fields into records. */
export function joined<R extends WireRecord>(records: readonly R[], known: ReadonlyMap<unknown, WireRecord>): R[] {
  return records.map((record) => ({ ...record, ...known.get(idOf(record)) }))
}

import { type Beside, idOf, type WireRecord } from './declaration.ts'

/** Identifiers in one question, as addresses have an end. */
const atOnce = 200

/** Records with what is read beside them. */
export async function* withBeside<R extends WireRecord>(
  pages: AsyncGenerator<readonly R[]>,
  beside: Beside | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  for await (const records of pages) yield beside ? joined(records, await readBeside(beside, records, signal)) : records
}

/** What is known beside records, by identifier. */
export async function readBeside(
  { read }: Beside,
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

/** Records with the fields that are known beside them. */
export function joined<R extends WireRecord>(records: readonly R[], known: ReadonlyMap<unknown, WireRecord>): R[] {
  return records.map((record) => ({ ...record, ...known.get(idOf(record)) }))
}

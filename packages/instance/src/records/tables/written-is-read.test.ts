import { parseExact } from '@millwright/contract/wire/exact-json'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, spelledOn } from '../../testing/databases/library.ts'

/** A column, the value sent for it as JSON, and the value expected from a read if it differs. */
interface Kind {
  readonly sql: (engine: string) => string
  readonly sent: (engine: string) => fc.Arbitrary<string>
  readonly read?: (sent: string, engine: string) => string
}

const text = (most: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: most })
    .filter((each) => [...each].length <= most && !each.includes('\0') && !each.includes('{'))
const json = <T>(values: fc.Arbitrary<T>) => values.map((value) => JSON.stringify(value))
const whole = (bits: bigint) => fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }).map(String)
const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const day = fc.date({
  min: new Date('1001-01-01T00:00:00Z'),
  max: new Date('9998-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const clock = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map(([h, m, s]) => `${pad(h)}:${pad(m)}:${pad(s)}`)
const dateText = day.map((each) => each.toISOString().slice(0, 10))

const kinds: Readonly<Record<string, Kind>> = {
  small: { sql: () => 'smallint', sent: () => whole(16n) },
  number: { sql: () => 'integer', sent: () => whole(32n) },
  big: { sql: () => 'bigint', sent: () => whole(64n) },
  decimal: {
    sql: () => 'decimal(30,10)',
    // SQLite stores doubles, where fifteen digits are exact.
    sent: (engine) =>
      fc
        .tuple(
          fc.bigInt({ min: 0n, max: engine === 'sqlite' ? 99_999n : 10n ** 20n - 1n }),
          fc.bigInt({ min: 0n, max: 10n ** 10n - 1n }),
        )
        .map(([before, after]) => `${before}.${pad(Number(after), 10)}`),
  },
  double: {
    sql: (engine) => (engine === 'pgsql' ? 'double precision' : 'double'),
    sent: () => json(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })),
    read: (sent) => (Number(sent) === 0 ? '0' : sent),
  },
  yes: { sql: (engine) => (engine === 'pgsql' ? 'boolean' : 'tinyint(1)'), sent: () => json(fc.boolean()) },
  word: { sql: () => 'varchar(20)', sent: () => json(text(20)) },
  text: { sql: () => 'text', sent: () => json(text(400)) },
  bytes: {
    sql: (engine) => (engine === 'pgsql' ? 'bytea' : engine === 'mysql' ? 'varbinary(300)' : 'blob'),
    sent: () => json(fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64'))),
  },
  date: { sql: () => 'date', sent: () => json(dateText) },
  time: { sql: () => 'time', sent: () => json(clock) },
  moment: {
    sql: (engine) => (engine === 'pgsql' ? 'timestamp' : engine === 'mysql' ? 'datetime(6)' : 'timestamp'),
    sent: () =>
      json(
        fc.tuple(dateText, clock, fc.integer({ min: 1, max: 999_999 })).map(([d, c, f]) => `${d} ${c}.${pad(f, 6)}`),
      ),
    read: (sent, engine) => (engine === 'mysql' ? sent : sent.replace(/0+"$/, '"')),
  },
  zoned: {
    sql: (engine) => (engine === 'pgsql' ? 'timestamp with time zone' : engine === 'mysql' ? 'datetime' : 'timestamp'),
    sent: () => json(fc.tuple(dateText, clock).map(([d, c]) => `${d}T${c}Z`)),
    read: (sent, engine) => {
      const plain = sent.replace('T', ' ')
      return engine === 'pgsql' ? plain.replace('Z"', '+00"') : plain.replace('Z"', '"')
    },
  },
  tree: {
    sql: (engine) => (engine === 'sqlite' ? 'text' : 'json'),
    sent: () =>
      json(fc.jsonValue({ maxDepth: 3, noUnicodeString: false }))
        .map((value) => JSON.stringify(value))
        .filter((each) => !/\\\\u0000|\{|\\\\ud/i.test(each)),
  },
}

forEachEngine('a written value', (on) => {
  const { engine } = on
  const { database, instance } = sharedServiceOn(on, engine.name === 'pgsql' ? { timezone: 'UTC' } : {})
  const { send, root, server } = instance
  const key = spelledOn(engine, { sqlite: 'integer', pgsql: 'serial', mysql: 'integer AUTO_INCREMENT' })
  /** Creates records and returns the values of these columns as read afterwards. */
  async function written(table: string, records: readonly Sent[]): Promise<Record<string, unknown>[]> {
    const bodies = records.map(
      (each) =>
        `{${Object.entries(each)
          .map(([name, value]) => `"${name}":${value}`)
          .join()}}`,
    )
    const answer = await server.inject({
      method: 'POST',
      url: `/api/v2/db/_table/${table}?fields=*`,
      headers: { 'content-type': 'application/json', 'x-dreamfactory-session-token': root.token },
      payload: `{"resource":[${bodies.join()}]}`,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return (parseExact(answer.body) as { resource: Record<string, unknown>[] }).resource
  }

  it('is read back digit by digit, whatever the columns', async () => {
    const schemas = fc.sample(fc.shuffledSubarray(Object.keys(kinds), { minLength: 4 }), 3)
    for (const [position, names] of [Object.keys(kinds), ...schemas].entries()) {
      const table = `thing${position}`
      const columns = names.map((name) => `[${name}] ${kinds[name]?.sql(engine.name)}`)
      await execute({ database, engine }, `CREATE TABLE [${table}] ([id] ${key} PRIMARY KEY, ${columns.join()})`)
      await send('GET', 'db/_schema?refresh=true', { as: root })
      const values = names.map((name) => [name, fc.option(kinds[name]?.sent(engine.name) ?? fc.constant('1'))] as const)
      const first = names[0] ?? ''
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record(Object.fromEntries(values), { requiredKeys: [first] }), { minLength: 1, maxLength: 5 }),
          async (records: Sent[]) => {
            const rows = await written(table, records)
            for (const [at, sent] of records.entries()) {
              for (const name of names)
                expect(shown(name, rows[at]?.[name])).toBe(expected(name, sent[name], engine.name))
            }
          },
        ),
        { numRuns: 8 },
      )
    }
  })
})

/** JSON of the values of some columns. */
type Sent = Record<string, string | null | undefined>

function expected(name: string, sent: string | null | undefined, engine: string): string {
  if (sent === undefined || sent === null) return `${name} null`
  return `${name} ${plain(name, kinds[name]?.read?.(sent, engine) ?? sent)}`
}

const shown = (name: string, value: unknown) => `${name} ${plain(name, JSON.stringify(value))}`

/** Databases pad decimals to their scale, and JavaScript formats small numbers with an exponent. */
function plain(name: string, json: string): string {
  if (name !== 'decimal') return json
  const spelled = /e-/i.test(json) ? Number(json).toFixed(20) : json
  return spelled.includes('.') ? spelled.replace(/\.?0+$/, '') : spelled
}

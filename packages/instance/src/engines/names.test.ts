import { assert, asyncProperty, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forEachEngine } from '../testing/databases/for-each-engine.ts'

const hostile = [
  'select',
  'a"; DROP TABLE kept; --',
  'a`; DROP TABLE kept; --',
  "a'; DROP TABLE kept; --",
  'a]; DROP TABLE kept; --',
  '""',
  '``',
  ']]',
  '\\',
  "\\'",
  'a.b',
  '$1',
  '?',
  ':name',
  '@p1',
  '%s',
  '/* a',
  '--',
  '1',
  'ünï çødé',
  '名前',
  'a\nb',
  '__proto__',
  'constructor',
]

forEachEngine('names', (on) => {
  const { dialect } = on.engine
  const q = dialect.quote

  it.each(['', 'a\0b', '\ud800'])('that no database supports are rejected: %j', (name) => {
    expect(() => q(name)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('with any characters work for columns and tables, without injection', async () => {
    const { database } = await on.open()
    const run = async (sql: string) => (await database.run({ sql, values: [] })).rows
    await run(`CREATE TABLE ${q('kept')} (${hostile.map((name) => `${q(name)} int`).join(', ')})`)
    for (const name of hostile) await run(`CREATE TABLE ${q(`t ${name}`)} (${q(name)} int)`)
    const { tables } = await database.introspect()
    expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(['kept', ...hostile.map((name) => `t ${name}`)]))
    expect(tables.find(({ name }) => name === 'kept')?.columns.map(({ name }) => name)).toEqual(hostile)
    for (const name of hostile) {
      if (on.name === 'MariaDB' && name === '__proto__') {
        await expect(run(`SELECT ${q(name)} FROM ${q(`t ${name}`)}`)).rejects.toMatchObject({ status: 400 })
        continue
      }
      await run(`INSERT INTO ${q(`t ${name}`)} (${q(name)}) VALUES (7)`)
      const [row] = await run(`SELECT ${q(name)} FROM ${q(`t ${name}`)}`)
      expect(Object.entries(row ?? {})).toEqual([[name, 7]])
    }
    expect(await database.introspect([{ schema: null, name: 't __proto__' }])).toMatchObject({
      tables: [{ columns: [{ name: '__proto__' }] }],
    })
  })

  describe('generated at random', () => {
    it('are returned unchanged', async () => {
      const { database } = await on.open()
      // MySQL trims trailing spaces and only supports characters of the basic multilingual plane; its driver rejects `__proto__`,
      // tested above.
      const names = string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).filter(
        (name) =>
          !name.includes('\0') &&
          name.trim() === name &&
          !(on.name === 'MariaDB' && name === '__proto__') &&
          Buffer.byteLength(name) < 60 &&
          !/[\u{10000}-\u{10ffff}]/u.test(name),
      )
      await assert(
        asyncProperty(names, async (name) => {
          const { rows } = await database.run({ sql: `SELECT 1 AS ${q(name)}`, values: [] })
          expect(Object.entries(rows[0] ?? {})).toEqual([[name, 1]])
        }),
        { numRuns: 50 },
      )
    })
  })
})

import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, makeLibrary } from '../../testing/databases/library.ts'

/** Texts that would become SQL if concatenated into a statement. */
const corpus = [
  "' OR '1'='1",
  "'; DROP TABLE author; --",
  '" OR ""="',
  '`; DROP TABLE author; #',
  '1); DELETE FROM author; --',
  "\\' OR 1=1 --",
  '[author]]; DROP TABLE author',
  '1 UNION SELECT name, no, 1 FROM card',
  '(SELECT 1)',
  '$1',
  '?',
  '@p1',
  ':name',
  '{user.id}',
  "x'27",
  '\u2019 OR 1=1',
  'a\u0000b',
  '%00',
  '\ud800',
  '/**/',
  'id, (SELECT max(id) FROM author)',
  'id; SELECT pg_terminate_backend(1)',
  'CASE WHEN 1=1 THEN id END',
  'name COLLATE nocase',
  '__proto__',
  'constructor',
  'a'.repeat(5_000),
]

forEachEngine('hostile reads', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const place = { database, engine: on.engine }
  beforeAll(() => makeLibrary(place))
  const read = async (path: string, body: object) => {
    const answer = await instance.send('POST', `db/_table/${path}`, {
      as: instance.root,
      headers: { 'x-http-method': 'GET' },
      body,
    })
    return { status: answer.status, body: answer.body as { resource?: unknown[]; error?: { message: string } } }
  }

  it.each([
    ['filter', (text: string) => ({ filter: text })],
    ['filter', (text: string) => ({ filter: `${text} = 1` })],
    ['filter', (text: string) => ({ filter: `id = 1 or ${text}` })],
    ['fields', (text: string) => ({ fields: text })],
    ['fields', (text: string) => ({ fields: [text] })],
    ['fields', (text: string) => ({ fields: `COUNT(${text})` })],
    ['order', (text: string) => ({ order: text })],
    ['group', (text: string) => ({ group: text })],
    ['related', (text: string) => ({ related: text })],
    ['limit', (text: string) => ({ limit: text })],
    ['id_field', (text: string) => ({ ids: [1], id_field: text })],
  ])('are harmless as names and conditions in %s', async (_, body) => {
    for (const text of corpus) {
      const { status, body: answer } = await read('author', body(text))
      expect(
        [200, 400, 404],
        `${JSON.stringify(body(text)).slice(0, 200)}: ${JSON.stringify(answer).slice(0, 300)}`,
      ).toContain(status)
      if (status === 200) expect(answer.resource?.length ?? 0).toBeLessThanOrEqual(4)
    }
    expect(await read('author?count_only=true', {})).toMatchObject({ body: 4 })
    expect(await read('card?count_only=true', {})).toMatchObject({ body: 2 })
  })

  it('are plain texts as values', async () => {
    const texts = corpus.filter(
      (text) => text.length < 40 && !text.includes('\u0000') && !text.includes('{') && text.isWellFormed(),
    )
    for (const [position, text] of texts.entries()) {
      await execute(place, 'INSERT INTO [tag] ([name]) VALUES (?)', text.slice(0, 20))
      const name = text.slice(0, 20)
      const quoted = `"${name.replace(/[\\"]/g, '\\$&')}"`
      for (const filter of [`name = ${quoted}`, `name in (${quoted})`, `name starts with ${quoted}`]) {
        const { body } = await read('tag?as_list=true', { filter })
        expect(body, filter).toEqual({ resource: [name] })
      }
      const { body } = await read('tag?as_list=true', { filter: 'name = :it', params: { it: name } })
      expect(body).toEqual({ resource: [name] })
      expect((await read('tag', { ids: [name] })).body).toEqual({ resource: [{ name }] })
      expect(await read('tag?count_only=true', {})).toMatchObject({ body: 4 + position })
    }
  })

  it('are rejected as values if lists or objects', async () => {
    for (const it of [[1], {}, [[]]]) {
      const { status, body } = await read('tag', { filter: 'name = :it', params: { it } })
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining("parameter 'it'")])
    }
  })

  it('are never taken for names of tables', async () => {
    for (const text of corpus.filter((each) => each.length < 100 && !each.includes('\u0000'))) {
      const answer = await instance.send('GET', `db/_table/${encodeURIComponent(text.toWellFormed())}`, {
        as: instance.root,
      })
      expect([400, 404], text).toContain(answer.status)
      const record = await instance.send('GET', `db/_table/author/${encodeURIComponent(text.toWellFormed())}`, {
        as: instance.root,
      })
      expect([200, 400, 404], text).toContain(record.status)
    }
  })

  it('are limited in conditions, values and depth', async () => {
    const deep = `${'('.repeat(70)}id = 1${')'.repeat(70)}`
    const wide = Array.from({ length: 600 }, (_, id) => `id = ${id}`).join(' or ')
    for (const filter of [deep, wide, `name contains "${'%'.repeat(6_000)}"`]) {
      expect(await read('author', { filter })).toMatchObject({ status: 400 })
    }
    const most = Array.from({ length: 499 }, (_, id) => `id = ${id}`).join(' or ')
    expect((await read('author', { filter: most })).body.resource).toHaveLength(4)
  })
})

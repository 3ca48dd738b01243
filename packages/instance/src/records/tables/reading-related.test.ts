import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../testing/databases/library.ts'

forEachEngine('reading related records', (on) => {
  const { instance, database } = sharedServiceOn(on)
  beforeAll(() => makeLibrary({ database, engine: on.engine }))
  const get = async (path: string) => {
    const { body } = await instance.send('GET', `db/_table/${path}`, { as: instance.root })
    return (body as { resource?: unknown }).resource ?? body
  }

  it('embeds the record of a belongs-to relation, or null', async () => {
    expect(await get('book?related=author_by_author_id&fields=id&limit=4')).toEqual([
      { id: 1, author_id: 1, author_by_author_id: { id: 1, name: 'Ann', born: 1950 } },
      { id: 2, author_id: 1, author_by_author_id: { id: 1, name: 'Ann', born: 1950 } },
      { id: 3, author_id: 2, author_by_author_id: { id: 2, name: 'Ben', born: null } },
      { id: 4, author_id: null, author_by_author_id: null },
    ])
  })

  it('embeds the record of a has-one relation, or null', async () => {
    expect(await get('author?related=card_by_author_id&card_by_author_id_fields=no&fields=id')).toEqual([
      { id: 1, card_by_author_id: { no: 'A-1' } },
      { id: 2, card_by_author_id: null },
      { id: 3, card_by_author_id: { no: 'C-3' } },
      { id: 4, card_by_author_id: null },
    ])
  })

  it('embeds lists, with a shared order and limit, without fields that were not requested', async () => {
    const books =
      'author?fields=name&related=BOOK_by_author_id&book_by_author_id.fields=id&book_by_author_id.order=id desc'
    expect(await get(books)).toEqual([
      { name: 'Ann', id: 1, book_by_author_id: [{ id: 2 }, { id: 1 }] },
      { name: 'Ben', id: 2, book_by_author_id: [{ id: 3 }] },
      { name: 'Cleo', id: 3, book_by_author_id: [] },
      { name: 'Dora', id: 4, book_by_author_id: [] },
    ])
    expect(await get(`${books}&book_by_author_id_limit=1&ids=1,2`)).toEqual([
      { name: 'Ann', id: 1, book_by_author_id: [] },
      { name: 'Ben', id: 2, book_by_author_id: [{ id: 3 }] },
    ])
  })

  it('embeds through a junction, each record once', async () => {
    expect(await get('book?fields=id&related=tag_by_book_tag&tag_by_book_tag_order=name')).toEqual([
      { id: 1, tag_by_book_tag: [{ name: 'old' }, { name: 'rare' }] },
      { id: 2, tag_by_book_tag: [{ name: 'new' }] },
      { id: 3, tag_by_book_tag: [] },
      { id: 4, tag_by_book_tag: [{ name: 'old' }] },
    ])
  })

  it('embeds into a single record, and embeds all relations', async () => {
    expect(await get('author/1?related=*&fields=id')).toEqual({
      id: 1,
      card_by_author_id: { id: 1, author_id: 1, no: 'A-1' },
      book_by_author_id: [
        { id: 1, author_id: 1, 'odd "name, 1': 'Alpha', Price: 5.5 },
        { id: 2, author_id: 1, 'odd "name, 1': 'Beta', Price: 12 },
      ],
    })
    expect(await get('tag/new?related=*')).toMatchObject({ book_by_book_tag: [{ id: 2 }] })
  })

  it('rejects unknown fields and limits of a relation', async () => {
    expect(await get('author?related=book_by_author_id&book_by_author_id_fields=nosuch')).toMatchObject({
      error: { code: 400, message: expect.stringContaining('nosuch') },
    })
    expect(await get('author?related=book_by_author_id&book_by_author_id_limit=x')).toMatchObject({
      error: { code: 400 },
    })
  })
})

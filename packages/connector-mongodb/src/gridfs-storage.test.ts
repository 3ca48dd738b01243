import { text } from 'node:stream/consumers'
import { openMongodbStandIn } from '@millwright/instance/subjects/data/documents/suite/mongodb-stand-in'
import { MongoClient, ObjectId } from 'mongodb'
import { expect, it, onTestFinished } from 'vitest'
import { open } from './gridfs-storage.ts'

it('leaves documents alone that are no files, whoever wrote them into the bucket', async () => {
  const { port, close } = await openMongodbStandIn()
  onTestFinished(close)
  const storage = open({ host: '127.0.0.1', port, database: 'shared' })
  onTestFinished(async () => storage.close?.())
  await storage.write('own/a.txt', new TextEncoder().encode('mine'))
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/`)
  onTestFinished(() => client.close())
  const usual = { length: 1, chunkSize: 1, uploadDate: new Date() }
  const file = (more: object) => ({ _id: new ObjectId(), ...usual, ...more })
  await client
    .db('shared')
    .collection<{ _id: unknown }>('fs.files')
    .insertMany([
      file({ _id: 'text', filename: 'own/b.txt' }),
      file({ _id: { $evil: 1 }, filename: 'own/a.txt' }),
      file({ filename: 'own/c.txt', uploadDate: 'now' }),
      file({ filename: 'own/d.txt', length: -1 }),
      file({ filename: 'own/e.txt', length: 'long' }),
      file({ filename: 5 }),
      file({}),
    ])
  expect((await storage.list('own'))?.map(({ name }) => name)).toEqual(['a.txt'])
  for (const name of ['b', 'c', 'd', 'e']) {
    expect(await storage.find(`own/${name}.txt`)).toBeNull()
    expect(await storage.open(`own/${name}.txt`)).toBeNull()
  }
  const mine = await storage.open('own/a.txt')
  expect(mine === null ? null : await text(mine.content())).toBe('mine')
  await storage.removeFile('own/a.txt')
  expect(await storage.list('own')).toEqual([])
})

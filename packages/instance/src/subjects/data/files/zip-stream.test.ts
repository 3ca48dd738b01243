import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { expect, it } from 'vitest'
import { readZip } from '../../operation/packages/app-packages/read-zip.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

const entryOf = (name: string, ...pieces: readonly Uint8Array[]): ZipEntry => ({ name, content: Readable.from(pieces) })
const archiveOf = (entries: Iterable<ZipEntry>) => buffer(zipStream(Readable.from(entries)))
const read = async (archive: Uint8Array) => {
  const files = await readZip(new Uint8Array(archive), { files: 100, bytes: 2 ** 28 })
  return new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes)]))
}

it('fails like the content of an entry, and closes it', async () => {
  const broken = new Error('broken')
  for (const before of [0, 2 ** 20]) {
    const content = Readable.from(
      (async function* () {
        yield Buffer.alloc(before)
        throw broken
      })(),
    )
    await expect(archiveOf([{ name: 'a', content }])).rejects.toBe(broken)
    expect(content.destroyed).toBe(true)
  }
})

it('closes what it reads when nobody reads the archive any more', async () => {
  const content = Readable.from(
    (async function* () {
      for (;;) yield randomBytes(2 ** 16)
    })(),
  )
  const archive = zipStream(Readable.from([{ name: 'endless', content }]))
  for await (const piece of archive) if (piece.length > 0) break
  await expect.poll(() => content.destroyed).toBe(true)
})

it('contains files of any size, compressed where that makes them smaller', async () => {
  const sizes = [0, 1, 2 ** 18, 2 ** 18 + 1, 2 ** 21 + 3]
  const bodies = new Map<string, Buffer>()
  for (const size of sizes) {
    bodies.set(`noise ${size}`, randomBytes(size))
    bodies.set(`text ${size} ä`, Buffer.alloc(size, 'text '))
  }
  const archive = await archiveOf(
    [...bodies].map(([name, body]) => entryOf(name, body.subarray(0, 2 ** 18), body.subarray(2 ** 18))),
  )
  const contents = await read(archive)
  expect([...contents.keys()]).toEqual([...bodies.keys()])
  for (const [name, body] of bodies) expect(contents.get(name)?.equals(body), name).toBe(true)
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(archive))).getEntries()
  for (const { filename, compressedSize, uncompressedSize } of entries) {
    if (filename.startsWith('noise')) expect(compressedSize).toBe(uncompressedSize)
    else if (uncompressedSize > 1) expect(compressedSize).toBeLessThan(uncompressedSize / 10)
  }
})

it('has folders, and times in seconds', async () => {
  const modified = new Date('2024-03-01T12:34:57Z')
  const archive = await archiveOf([
    { name: 'in/', content: null, modified },
    { ...entryOf('in/a', Buffer.from('a')), modified },
  ])
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(archive))).getEntries()
  expect(entries.map(({ filename, directory, lastModDate }) => [filename, directory, lastModDate])).toEqual([
    ['in/', true, modified],
    ['in/a', false, modified],
  ])
})

it('has more entries than the first version of the format could count', async () => {
  const names = Array.from({ length: 66_000 }, (_, at) => `${at}`)
  const archive = await archiveOf(names.map((name) => ({ name: `${name}/`, content: null })))
  const entries = await Array.fromAsync(
    new ZipReader(new Uint8ArrayReader(new Uint8Array(archive))).getEntriesGenerator(),
  )
  expect(entries.map(({ filename }) => filename)).toEqual(names.map((name) => `${name}/`))
})

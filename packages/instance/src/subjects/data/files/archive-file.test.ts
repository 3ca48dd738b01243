import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { zipOf } from '../../../testing/zip.ts'
import { ArchiveFile, unpacked } from './archive-file.ts'
import { listEntries } from './zip-directory.ts'

/** Extracts each entry of an archive on disk; `null` for one that is not what the archive says. */
async function extracted(bytes: Uint8Array): Promise<(string | null)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  await using handle = await open(path)
  const archive = new ArchiveFile(handle, bytes.length)
  const found: (string | null)[] = []
  try {
    for await (const entry of listEntries(archive)) {
      if (entry.isFolder) continue
      found.push(String(await buffer(unpacked(entry, archive))))
    }
  } catch {
    found.push(null)
  }
  return found
}

const text = 'some text '.repeat(50)
const large = 'much text '.repeat(50_000)

/** An archive of one file in which the first number at an offset from a signature is another one. */
async function changed(signature: string, offset: number, value: number, content = text): Promise<Uint8Array> {
  const archive = Buffer.from(await zipOf({ 'a.txt': content }))
  archive.writeUInt32LE(value, archive.indexOf(signature) + offset)
  return archive
}

const directory = 'PK\x01\x02'

async function garbled(): Promise<Uint8Array> {
  const archive = Buffer.from(await zipOf({ 'a.txt': text }))
  const content = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28)
  return archive.fill(0xff, content, content + 4)
}

it.each<[string, () => Promise<Uint8Array>]>([
  ['another checksum', () => changed(directory, 16, 1)],
  ['fewer bytes announced than there are', () => changed(directory, 24, 10)],
  ['more bytes announced than there are', () => changed(directory, 24, 501)],
  ['fewer compressed bytes', () => changed(directory, 20, 3)],
  ['more compressed bytes than the archive has', () => changed(directory, 20, 9_999)],
  ['a place where no file is', () => changed(directory, 42, 7)],
  ['a place behind the end', () => changed(directory, 42, 99_999)],
  ['bytes that are not compressed', garbled],
  ['an unknown compression', () => changed(directory, 10, 98)],
  ['many bytes at a place where no file is', () => changed(directory, 42, 7, large)],
  ['many bytes in an unknown compression', () => changed(directory, 10, 98, large)],
  ['many bytes of another checksum', () => changed(directory, 16, 1, large)],
])('refuses an entry with %s', async (_, archive) => {
  expect(await extracted(await archive())).toEqual([null])
})

it('extracts stored and compressed files, small and large ones, also behind other bytes', async () => {
  const files = { 'a.txt': text, 'b.txt': text, 'c.txt': large, 'd.txt': large, 'e.txt': '' }
  const archive = await zipOf(files, { 'b.txt': { level: 0 }, 'd.txt': { level: 0 } })
  expect(await extracted(archive)).toEqual(Object.values(files))
  expect(await extracted(Buffer.concat([Buffer.alloc(1000, 'x'), archive]))).toEqual(Object.values(files))
})

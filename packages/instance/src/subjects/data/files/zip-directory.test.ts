import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { plainZipOf, zipOf } from '../../../testing/zip.ts'
import { DamagedArchive, listEntries } from './zip-directory.ts'
import { endRecords } from './zip-records.ts'

async function listed(bytes: Buffer) {
  return await Array.fromAsync(
    listEntries({ size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) }),
  )
}

const names = async (bytes: Buffer) => (await listed(bytes)).map(({ name }) => name)
const endLength = 22

interface Parts {
  readonly content: Buffer
  readonly directory: Buffer
  readonly end: Buffer
}

/** The parts of an archive with empty files. */
function partsOf(count: number): Parts {
  const archive = plainZipOf(Array.from({ length: count }, (_, at) => [`${at}.txt`, ''] as const))
  const from = archive.readUInt32LE(archive.length - 6)
  const to = from + archive.readUInt32LE(archive.length - 10)
  return { content: archive.subarray(0, from), directory: archive.subarray(from, to), end: archive.subarray(to) }
}

/** Parts as one archive, with a number in its last record replaced. */
function ending({ content, directory, end }: Parts, at: number, value: number): Buffer {
  const changed = Buffer.from(end)
  changed.writeUInt16LE(value, at)
  return Buffer.concat([content, directory, changed])
}

function recorded({ content, directory, end }: Parts, change: (record: Buffer) => void): Buffer {
  const changed = Buffer.from(directory)
  change(changed)
  return Buffer.concat([content, changed, end])
}

const two = partsOf(2)
const whole = Buffer.concat(Object.values(two))
const secondRecord = two.directory.length / 2

it.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['too few bytes', whole.subarray(-endLength + 1)],
  ['no end', whole.subarray(0, -1)],
  ['no directory', Buffer.concat([two.content, two.end])],
  ['half of a directory', Buffer.concat([two.content, two.directory.subarray(20), two.end])],
  ['more entries than it says', ending(two, 10, 1)],
  ['fewer entries than it says', ending(two, 10, 3)],
  ['parts on other disks', ending(two, 4, 1)],
  ['another end in its comment', Buffer.concat([ending(two, 20, endLength), two.end])],
  ['numbers of 64 bits that are missing', recorded(two, (record) => record.writeUInt32LE(0xffff_ffff, 24))],
  ['an entry behind its directory', recorded(two, (record) => record.writeUInt32LE(two.content.length, 42))],
  ['an entry that reaches into its directory', recorded(two, (record) => record.writeUInt32LE(100, 20))],
  [
    'a record that is longer than the directory',
    recorded(two, (record) => record.writeUInt16LE(99, secondRecord + 28)),
  ],
  [
    'entries that share their bytes',
    recorded(two, (record) => {
      record.writeUInt32LE(20, 20)
      record.writeUInt32LE(20, secondRecord + 20)
      record.writeUInt32LE(0, secondRecord + 42)
    }),
  ],
])('refuses an archive with %s', async (_, archive) => {
  await expect(listed(archive)).rejects.toBeInstanceOf(DamagedArchive)
})

it('lists entries behind other bytes, and in front of a comment and other bytes', async () => {
  const wanted = ['0.txt', '1.txt']
  expect(await names(whole)).toEqual(wanted)
  expect(await names(Buffer.concat([whole, Buffer.alloc(1000)]))).toEqual(wanted)
  expect(await names(Buffer.concat([ending(two, 20, 7), Buffer.from('comment')]))).toEqual(wanted)
  const shifted = await listed(Buffer.concat([Buffer.alloc(500, 'x'), whole]))
  expect(shifted.map(({ at }) => at)).toEqual([500, 500 + two.content.length / 2])
  expect(await names(ending(partsOf(0), 20, 0))).toEqual([])
})

it('lists more entries than fit into 16 bits, by a long end record or none', async () => {
  const { content, directory, end } = partsOf(66_000)
  const wrapped = endRecords(66_000 % 2 ** 16, directory.length, content.length)
  for (const each of [end, wrapped]) {
    const archive = Buffer.concat([content, directory, each])
    const entries = await listed(archive)
    expect([entries.length, entries.at(-1)?.name]).toEqual([66_000, '65999.txt'])
  }
})

it('reads numbers of 64 bits from their field', async () => {
  const name = Buffer.from('a.txt')
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1)
  extra.writeUInt16LE(24, 2)
  for (const [at, value] of [3n, 2n, 1n].entries()) extra.writeBigUInt64LE(value, 4 + at * 8)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x0201_4b50)
  for (const at of [20, 24, 42]) record.writeUInt32LE(0xffff_ffff, at)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  const content = Buffer.alloc(40)
  const directory = Buffer.concat([record, name, extra])
  const archive = Buffer.concat([content, directory, endRecords(1, directory.length, content.length)])
  expect(await listed(archive)).toMatchObject([{ name: 'a.txt', size: 3, packedSize: 2, at: 1 }])
  archive.writeBigUInt64LE(2n ** 60n, content.length + 46 + name.length + 4)
  await expect(listed(archive)).rejects.toBeInstanceOf(DamagedArchive)
})

it('decodes names in UTF-8, in the code page of DOS, and in a field of their own', async () => {
  const utf8 = Buffer.from(await zipOf({ 'größe.txt': '' }))
  expect(await names(utf8)).toEqual(['größe.txt'])
  const dos = Buffer.concat(Object.values(partsOf(1)))
  const raw = Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74])
  raw.copy(dos, dos.indexOf('PK\x01\x02') + 46)
  expect(await names(dos)).toEqual(['ü.txt'])
  const field = Buffer.concat([Buffer.from([0x75, 0x70, 7, 0, 1]), Buffer.alloc(4), Buffer.from('é')])
  field.writeUInt32LE(crc32(raw), 5)
  const { content, directory } = partsOf(1)
  const record = Buffer.concat([directory, field])
  raw.copy(record, 46)
  record.writeUInt16LE(field.length, 30)
  expect(await names(Buffer.concat([content, record, endRecords(1, record.length, content.length)]))).toEqual(['é'])
})

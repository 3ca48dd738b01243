/** The records of a ZIP archive (APPNOTE 6.3, sections 4.3 and 4.5). All numbers in them are little-endian. */

/** What the archive says about an entry. Sizes are in bytes. */
export interface EntryFacts {
  readonly name: Buffer
  readonly isFolder: boolean
  /** Whole seconds are kept. */
  readonly modified: Date
  readonly isDeflated: boolean
  /** Whether checksum and sizes follow the content, since they were not known before it. */
  readonly isStreamed: boolean
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  /** Where its local header starts. */
  readonly offset: number
}

const most32 = 0xffff_ffff
const most16 = 0xffff
/** Of archives with 64-bit sizes, and of others. */
const version64 = 45
const version20 = 20
const streamedFlag = 0x8
const utf8Flag = 0x800
const stored = 0
const deflated = 8
const timestampTag = 0x5455
const fileMode = 0o100_644
const folderMode = 0o40_755

/** The header in front of an entry's content. Of a streamed one it has no sizes. */
export function localHeader(facts: EntryFacts): Buffer {
  const extra = facts.isStreamed ? [extra64(0, 0), timestamp(facts)] : [timestamp(facts)]
  const sizes = facts.isStreamed ? { crc: 0, packed: most32, whole: most32 } : sizesOf(facts)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50)
  common(header, 4, facts, sizes)
  header.writeUInt16LE(facts.name.length, 26)
  header.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([header, facts.name, ...extra])
}

/** The record after the content of a streamed entry. */
export function descriptor({ crc, packedSize, size }: Pick<EntryFacts, 'crc' | 'packedSize' | 'size'>): Buffer {
  const record = Buffer.alloc(24)
  record.writeUInt32LE(0x0807_4b50)
  record.writeUInt32LE(crc, 4)
  record.writeBigUInt64LE(BigInt(packedSize), 8)
  record.writeBigUInt64LE(BigInt(size), 16)
  return record
}

/** The record of an entry in the directory of the archive. */
export function directoryRecord(facts: EntryFacts): Buffer {
  const large = [facts.size, facts.packedSize, facts.offset].filter((value) => value >= most32)
  const extra = large.length === 0 ? [timestamp(facts)] : [extra64(...large), timestamp(facts)]
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x0201_4b50)
  // Made by a Unix system, whose file modes follow.
  record.writeUInt16LE((3 << 8) | version20, 4)
  common(record, 6, facts, sizesOf(facts), large.length > 0)
  record.writeUInt16LE(facts.name.length, 28)
  record.writeUInt16LE(lengthOf(extra), 30)
  record.writeUInt16LE(facts.isFolder ? 0x10 : 0, 38)
  record.writeUInt16LE(facts.isFolder ? folderMode : fileMode, 40)
  record.writeUInt32LE(Math.min(facts.offset, most32), 42)
  return Buffer.concat([record, facts.name, ...extra])
}

/** The end of an archive, whose directory has so many entries and bytes and starts at `offset`. */
export function endRecords(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(size, most32), 12)
  end.writeUInt32LE(Math.min(offset, most32), 16)
  if (count < most16 && size < most32 && offset < most32) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x0606_4b50)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE((3 << 8) | version64, 12)
  end64.writeUInt16LE(version64, 14)
  for (const [at, value] of [count, count, size, offset].entries()) end64.writeBigUInt64LE(BigInt(value), 24 + at * 8)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

/** What local and directory records have in common, from the version on. */
function common(record: Buffer, at: number, facts: EntryFacts, sizes: ReturnType<typeof sizesOf>, is64 = false): void {
  record.writeUInt16LE(facts.isStreamed || is64 ? version64 : version20, at)
  record.writeUInt16LE(facts.isStreamed ? streamedFlag | utf8Flag : utf8Flag, at + 2)
  record.writeUInt16LE(facts.isDeflated ? deflated : stored, at + 4)
  record.writeUInt32LE(dosTime(facts.modified), at + 6)
  record.writeUInt32LE(sizes.crc, at + 10)
  record.writeUInt32LE(sizes.packed, at + 14)
  record.writeUInt32LE(sizes.whole, at + 18)
}

const sizesOf = ({ crc, packedSize, size }: EntryFacts) => ({
  crc,
  packed: Math.min(packedSize, most32),
  whole: Math.min(size, most32),
})

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)

function extra64(...values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + at * 8)
  return field
}

/** The time in seconds since 1970, since the other one has no zone. */
function timestamp({ modified }: EntryFacts): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(timestampTag)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.floor(modified.getTime() / 1000))), 5)
  return field
}

/** A local time from 1980 to 2107, in steps of two seconds. */
function dosTime(moment: Date): number {
  const year = Math.max(1980, Math.min(2107, moment.getFullYear()))
  const date = ((year - 1980) << 9) | ((moment.getMonth() + 1) << 5) | moment.getDate()
  const time = (moment.getHours() << 11) | (moment.getMinutes() << 5) | (moment.getSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

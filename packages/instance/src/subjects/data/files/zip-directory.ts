import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'

/** The bytes of an archive. */
export interface ArchiveBytes {
  readonly size: number
  /** Returns bytes from a position on: fewer than asked for only at the end. They are not to be changed. */
  read(at: number, length: number): Promise<Buffer>
}

/** What the directory of an archive says about an entry. Nothing of it has to be true. */
export interface ListedEntry {
  readonly name: string
  readonly isFolder: boolean
  /** A symbolic link. */
  readonly isLink: boolean
  readonly isEncrypted: boolean
  /** 0: stored, 8: deflated. */
  readonly method: number
  readonly crc: number
  /** Bytes in the archive. */
  readonly packedSize: number
  /** Bytes, decompressed. */
  readonly size: number
  /** Where its local header starts. */
  readonly at: number
  /** Where its record starts in the directory, and the bytes of it. */
  readonly record: Place
}

interface Place {
  readonly at: number
  readonly length: number
}

/** Thrown for an archive that is not what its records say. */
export class DamagedArchive extends Error {}

/** Bytes of the directory that are read at once; a record is always shorter. */
const portion = 256 * 2 ** 10
const recordSignature = 0x0201_4b50
const recordLength = 46
const localLength = 30
const most16 = 0xffff
const most32 = 0xffff_ffff

/**
 * Yields the entries of a ZIP archive (APPNOTE 6.3, sections 4.3 and 4.5) in the order of its directory, of which only a portion
 * is in memory. Libraries read each record with system calls of its own (yauzl), or take kilobytes for each entry (zip.js), and an
 * archive may have a hundred thousand.
 * @throws {DamagedArchive} also for an archive of several disks, and for entries that share bytes
 */
export async function* listEntries(archive: ArchiveBytes): AsyncGenerator<ListedEntry> {
  const { from, to, shift, count, isWrapped } = await findDirectory(archive)
  let bytes: Buffer = Buffer.alloc(0)
  let [start, at, found, room] = [from, from, 0, from]
  for (;;) {
    if (lengthOf(bytes, at - start) === null && start + bytes.length < to) {
      bytes = await archive.read(at, Math.min(portion, to - at))
      start = at
    }
    const length = lengthOf(bytes, at - start)
    if (length === null) break
    const entry = entryOf(bytes, at - start, { at, length }, shift)
    const taken = localLength + entry.packedSize
    room -= taken
    if (entry.at < 0 || entry.at + taken > from || room < 0) throw new DamagedArchive()
    found += 1
    at += length
    yield entry
  }
  if (found !== count && !(isWrapped && found % (most16 + 1) === count)) throw new DamagedArchive()
}

/** Length of the record at a position; `null` if there is none, or only its beginning. */
function lengthOf(bytes: Buffer, at: number): number | null {
  if (at + recordLength > bytes.length || bytes.readUInt32LE(at) !== recordSignature) return null
  const length = recordLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  return at + length > bytes.length ? null : length
}

function entryOf(bytes: Buffer, at: number, record: Place, shift: number): ListedEntry {
  const name = bytes.subarray(at + recordLength, at + recordLength + bytes.readUInt16LE(at + 28))
  const extraAt = at + recordLength + name.length
  const extra = extraFields(bytes, extraAt, extraAt + bytes.readUInt16LE(at + 30))
  const flags = bytes.readUInt16LE(at + 8)
  const long = longNumbers(extra.get(zip64Tag))
  const size = long(bytes.readUInt32LE(at + 24))
  const packedSize = long(bytes.readUInt32LE(at + 20))
  const place = long(bytes.readUInt32LE(at + 42))
  const mode = bytes.readUInt16LE(at + 40) & typeMask
  const text = nameOf(name, (flags & utf8Flag) !== 0, extra.get(unicodePathTag))
  const isDosFolder = bytes.readUInt8(at + 5) === 0 && (bytes.readUInt8(at + 38) & dosFolder) !== 0
  return {
    name: text,
    isFolder: mode === folderType || isDosFolder || text.endsWith('/'),
    isLink: mode === linkType,
    isEncrypted: (flags & encryptedFlag) !== 0,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize,
    size,
    at: place + shift,
    record,
  }
}

const encryptedFlag = 0x1
const utf8Flag = 0x800
const typeMask = 0o170_000
const folderType = 0o040_000
const linkType = 0o120_000
const dosFolder = 0x10
const zip64Tag = 0x0001
const unicodePathTag = 0x7075

const noFields: ReadonlyMap<number, Buffer> = new Map()

function extraFields(bytes: Buffer, from: number, to: number): ReadonlyMap<number, Buffer> {
  if (from === to) return noFields
  const fields = new Map<number, Buffer>()
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2)
    fields.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, Math.min(end, to)))
    at = end
  }
  return fields
}

/** Reads the numbers of a record that are too long for it from the field that has them, in their order. */
function longNumbers(field: Buffer | undefined): (short: number) => number {
  let at = 0
  return (short) => {
    if (short !== most32) return short
    if (field === undefined || field.length < at + 8) throw new DamagedArchive()
    at += 8
    return longNumber(field, at - 8)
  }
}

function longNumber(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DamagedArchive()
  return Number(value)
}

function nameOf(name: Buffer, isMarked: boolean, unicode: Buffer | undefined): string {
  if (isMarked) return name.toString()
  const isNewer =
    unicode !== undefined && unicode.length > 5 && unicode[0] === 1 && unicode.readUInt32LE(1) === crc32(name)
  if (isNewer) return unicode.toString('utf8', 5)
  return isUtf8(name)
    ? name.toString()
    : Array.from(name, (byte) => ofDos[byte - 128] ?? String.fromCharCode(byte)).join('')
}

/** Code page 437 from 128 on, in which names are that are neither marked as UTF-8 nor could be it. */
const ofDos = [
  ...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐',
  ...'└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}',
]

interface Directory {
  readonly from: number
  readonly to: number
  /** Bytes in front of the archive, which its positions do not count. */
  readonly shift: number
  readonly count: number
  /** Whether the count has 16 bits, which some programs let overflow. */
  readonly isWrapped: boolean
}

const endSignature = Buffer.from('PK\x05\x06')
const endLength = 22
const locatorSignature = 0x0706_4b50
const locatorLength = 20
const end64Signature = 0x0606_4b50
const end64Length = 56

async function findDirectory(archive: ArchiveBytes): Promise<Directory> {
  const { at, end } = await findEnd(archive)
  const short = {
    disks: end.readUInt16LE(4) + end.readUInt16LE(6),
    count: end.readUInt16LE(10),
    length: end.readUInt32LE(12),
    from: end.readUInt32LE(16),
    to: at,
  }
  const isFull = short.count === most16 || short.length === most32 || short.from === most32
  const long = isFull ? await findLongEnd(archive, at) : null
  const { disks, count, length, from, to } = long ?? short
  if (disks > 0) throw new DamagedArchive()
  if (count === 0 && length === 0) return { from: to, to, shift: 0, count, isWrapped: false }
  for (const place of [to - length, from]) {
    if (place < from || place + length > to) continue
    const first = await archive.read(place, 4)
    if (first.length === 4 && first.readUInt32LE() === recordSignature)
      return { from: place, to, shift: place - from, count, isWrapped: long === null }
  }
  throw new DamagedArchive()
}

/** Finds the record at the end, behind which a comment and as many other bytes may be. */
async function findEnd(archive: ArchiveBytes): Promise<{ readonly at: number; readonly end: Buffer }> {
  const from = Math.max(0, archive.size - endLength - 2 * most16)
  const tail = await archive.read(from, archive.size - from)
  const [exact, early]: [number[], number[]] = [[], []]
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    at = tail.lastIndexOf(endSignature, at)
    if (at < 0) break
    const end = at + endLength + tail.readUInt16LE(at + 20)
    if (end <= tail.length) (end === tail.length ? exact : early).push(at)
  }
  const at = exact[0] ?? early[0]
  // Programs would not agree on what such an archive contains.
  if (at === undefined || exact.length > 1) throw new DamagedArchive()
  return { at: from + at, end: tail.subarray(at) }
}

/** Reads the record with 64-bit numbers that is in front of the one at the end; `null` if there is none. */
async function findLongEnd(archive: ArchiveBytes, at: number) {
  const locator = await archive.read(Math.max(0, at - locatorLength), locatorLength)
  if (at < locatorLength || locator.readUInt32LE() !== locatorSignature) return null
  for (const to of [longNumber(locator, 8), at - locatorLength - end64Length]) {
    if (to < 0 || to + end64Length > at) continue
    const end = await archive.read(to, end64Length)
    if (end.length < end64Length || end.readUInt32LE() !== end64Signature) continue
    const disks = locator.readUInt32LE(4) + end.readUInt32LE(16) + end.readUInt32LE(20)
    return { disks, count: longNumber(end, 32), length: longNumber(end, 40), from: longNumber(end, 48), to }
  }
  throw new DamagedArchive()
}

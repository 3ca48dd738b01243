import { Problem } from '@millwright/contract/problem'
import { SaxesParser } from 'saxes'
import { unpacked } from '../files/archive-file.ts'
import type { ArchiveBytes, ListedEntry } from '../files/zip-directory.ts'

type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part, by their names without prefixes. */
export interface XmlHandler {
  opened(name: string, attributes: Attributes): void
  said?(text: string): void
  closed?(name: string): void
}

/** Longest text or tag, in characters. */
const longestPiece = 4 * 2 ** 20

/**
 * Parses a part while it is decompressed, and yields after each chunk; ending the iteration aborts it. Throws a 400 for more
 * than `longest` actual bytes, invalid XML, and XML with a document type definition.
 */
export async function* readPart(
  { entry, archive }: { readonly entry: ListedEntry; readonly archive: ArchiveBytes },
  hearer: XmlHandler,
  longest: number,
): AsyncGenerator<void> {
  if (entry.isEncrypted) throw badWorkbook('it is encrypted.')
  const parser = new SaxesParser({ xmlns: false })
  let quiet = 0
  const heard = () => {
    quiet = 0
  }
  parser.on('opentag', ({ name, attributes }) => {
    heard()
    hearer.opened(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    heard()
    hearer.closed?.(localName(name))
  })
  const said = (text: string) => {
    heard()
    hearer.said?.(text)
  }
  parser.on('text', said)
  parser.on('cdata', said)
  parser.on('doctype', () => {
    throw badWorkbook('its XML has a document type definition.')
  })

  const decoder = new TextDecoder('utf-8', { fatal: true })
  let length = 0
  try {
    for await (const bytes of unpacked(entry, archive)) {
      length += bytes.length
      quiet += bytes.length
      if (length > longest) throw badWorkbook(`a part of it has more than ${longest / 2 ** 20} MB, unpacked.`)
      parser.write(decoder.decode(bytes, { stream: true }))
      if (quiet > longestPiece) throw badWorkbook('a text in it is too long.')
      yield
    }
    parser.close()
  } catch (error) {
    throw error instanceof Problem ? error : badWorkbook('it is damaged.', error)
  }
}

export const badWorkbook = (reason: string, cause?: unknown): Problem =>
  new Problem(400, `The file cannot be read as a workbook: ${reason}`, { cause })

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

import type { FileStorage } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { type ListedEntry, listEntries } from '../files/zip-directory.ts'
import { type DateForm, dateForms } from './date-forms.ts'
import { badWorkbook, readPart, StoredArchive, type XmlHandler } from './workbook-parts.ts'

export interface Sheet {
  readonly name: string
  /** Path of its part in the archive. */
  readonly part: string
}

/** Parts that cells refer to. */
export interface WorkbookParts {
  readonly texts: readonly string[]
  /** By style; `null`: its numbers are not dates. */
  readonly forms: readonly (DateForm | null)[]
  /** Whether days are counted from 1904. */
  readonly isLate: boolean
}

/** Most bytes of a file and of its unpacked parts, and most characters of all shared strings. */
const longestFile = 256 * 2 ** 20
const longestSheet = 256 * 2 ** 20
const longestPart = 16 * 2 ** 20
const maxTexts = 64 * 2 ** 20
const maxEntries = 10_000

/** An Office Open XML workbook in a storage. */
export class Workbook {
  readonly #archive: StoredArchive
  readonly #entries: ReadonlyMap<string, ListedEntry>
  #isLate = false
  #parts: Readonly<Record<'texts' | 'styles', string | null>> = { texts: null, styles: null }
  sheets: readonly Sheet[] = []

  private constructor(archive: StoredArchive, entries: ReadonlyMap<string, ListedEntry>) {
    this.#archive = archive
    this.#entries = entries
  }

  /**
   * Opens a workbook; `null` if there is no such file. Throws a 400 for a file that is not a workbook,
   * a 413 for one that is too large.
   */
  static async open(storage: FileStorage, path: string): Promise<Workbook | null> {
    const found = await storage.find(path)
    if (found?.type !== 'file') return null
    if (found.size > longestFile) throw new Problem(413, `A workbook has at most ${longestFile / 2 ** 20} MB.`)
    const archive = new StoredArchive(storage, path, found.size)
    try {
      const entries = new Map<string, ListedEntry>()
      for await (const entry of listEntries(archive)) {
        if (entries.size >= maxEntries) throw badWorkbook('it has too many parts.')
        if (!entry.isFolder) entries.set(entry.name.toLowerCase(), entry)
      }
      const workbook = new Workbook(archive, entries)
      await workbook.#readIndex()
      return workbook
    } catch (error) {
      throw error instanceof Problem ? error : badWorkbook('it is not in the format of Excel 2007 and later.', error)
    }
  }

  async #readIndex(): Promise<void> {
    const [main = 'xl/workbook.xml'] = (await this.#relations(''))
      .filter(({ type }) => type === 'officeDocument')
      .map(({ part }) => part)
    const related = await this.#relations(main)
    const listed: { readonly name: string; readonly id: string }[] = []
    await this.#read(main, {
      opened: (name, attributes) => {
        if (name === 'workbookPr') this.#isLate = /^(?:1|true|on)$/.test(attributes.date1904 ?? '')
        if (name === 'sheet') listed.push({ name: attributes.name ?? '', id: prefixed(attributes, 'id') })
      },
    })
    this.sheets = listed.flatMap(({ name, id }) => {
      const found = related.find((each) => each.id === id)
      return found?.type === 'worksheet' ? [{ name, part: found.part }] : []
    })
    const partOf = (wanted: string) => related.find(({ type }) => type === wanted)?.part ?? null
    this.#parts = { texts: partOf('sharedStrings'), styles: partOf('styles') }
  }

  async parts(): Promise<WorkbookParts> {
    return { texts: await this.#texts(), forms: await this.#forms(), isLate: this.#isLate }
  }

  /** Reads a sheet; see `readPart`. */
  scan({ part }: Sheet, hearer: XmlHandler): AsyncGenerator<void> {
    return readPart(this.#entry(part), hearer, longestSheet)
  }

  async #texts(): Promise<readonly string[]> {
    const { texts: part } = this.#parts
    if (part === null || !this.#entries.has(part)) return []
    const texts: string[] = []
    let room = maxTexts
    let [text, isText, aside] = ['', false, 0]
    await this.#read(
      part,
      {
        opened(name) {
          if (name === 'si') text = ''
          if (name === 'rPh') aside += 1
          isText = name === 't' && aside === 0
        },
        said(piece) {
          if (isText) text += piece
        },
        closed(name) {
          if (name === 't') isText = false
          if (name === 'rPh') aside -= 1
          if (name !== 'si') return
          // Empty strings take up memory as well.
          room -= text.length + 16
          if (room < 0) throw badWorkbook(`its texts have more than ${maxTexts / 2 ** 20} million characters.`)
          texts.push(text)
        },
      },
      longestSheet,
    )
    return texts
  }

  async #forms(): Promise<readonly (DateForm | null)[]> {
    const { styles: part } = this.#parts
    if (part === null || !this.#entries.has(part)) return []
    const own = new Map<number, string>()
    const styles: number[] = []
    let isCell = false
    await this.#read(part, {
      opened(name, attributes) {
        if (name === 'numFmt') own.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
        if (name === 'cellXfs') isCell = true
        if (name === 'xf' && isCell) styles.push(Number(attributes.numFmtId ?? 0))
      },
      closed(name) {
        if (name === 'cellXfs') isCell = false
      },
    })
    return dateForms(styles, own)
  }

  /** Relationships of a part, with the paths of the parts that they refer to. */
  async #relations(part: string): Promise<{ id: string; type: string; part: string }[]> {
    const slash = part.lastIndexOf('/') + 1
    const folder = part.slice(0, slash)
    const place = `${folder}_rels/${part.slice(slash)}.rels`
    const found: { id: string; type: string; part: string }[] = []
    if (!this.#entries.has(place)) return found
    await this.#read(place, {
      opened(name, { Id: id = '', Type: type = '', Target: target = '' }) {
        if (name !== 'Relationship') return
        const path = new URL(target, `http://workbook/${folder}`).pathname.slice(1)
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: decodeURIComponent(path).toLowerCase() })
      },
    })
    return found
  }

  async #read(part: string, hearer: XmlHandler, longest = longestPart): Promise<void> {
    for await (const _ of readPart(this.#entry(part), hearer, longest));
  }

  #entry(part: string) {
    const entry = this.#entries.get(part)
    if (entry === undefined) throw badWorkbook(`its part '${part.slice(0, 100)}' is missing.`)
    return { entry, archive: this.#archive }
  }
}

function prefixed(attributes: Readonly<Record<string, string>>, name: string): string {
  const [, value = ''] = Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`)) ?? []
  return value
}

/** Characters that some file system does not have in names, and the one that marks encoded ones. */
const forbidden = /[\p{Cc}<>:"/\\|?*%]|^\.|[. ]$/gu
/** Names of devices on Windows, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The names of files for some records, by the name of the record: different ones also where case does not count. */
export function fileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    names.toSorted().map((name) => {
      let file = name.replace(forbidden, encoded)
      for (let at = 0; taken.has(folded(file)) || device.test(file); at += 1) {
        const letters = [...name]
        file = letters.map((each, index) => (index <= at ? encoded(each) : each.replace(forbidden, encoded))).join('')
      }
      taken.add(folded(file))
      return [name, file] as const
    }),
  )
}

const folded = (file: string) => file.normalize('NFC').toLowerCase()

function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** The name of the record in a file; `null` if the name of the file is not one that `fileNames` makes. */
export function recordName(file: string): string | null {
  try {
    return decodeURIComponent(file).normalize('NFC')
  } catch {
    return null
  }
}

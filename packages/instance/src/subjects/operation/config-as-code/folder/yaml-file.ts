import {
  CORE_SCHEMA,
  constructFromEvents,
  dump,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  YAMLException,
} from 'js-yaml'

/** A fault of a folder of configuration, at a place in one of its files. */
export class FolderProblem extends Error {
  readonly file: string
  readonly line: number | null
  readonly sentence: string

  constructor(file: string, line: number | null, sentence: string) {
    super(`${file}${line === null ? '' : `:${line}`}: ${sentence}`)
    this.file = file
    this.line = line
    this.sentence = sentence
  }
}

/** The content of a YAML file, and where each part of it is. */
export interface YamlFile {
  readonly value: unknown
  /** Line of a member or entry, counted from 1, or of the nearest one that it is in. */
  lineOf(path: readonly string[]): number
}

/** Number of values, names, and ends of lists that may follow. */
export interface Room {
  parts: number
}

/** Reads YAML 1.2 without anchors, tags and repeated keys; a file without content is `null`. Throws a `FolderProblem` with the line of what is wrong. */
export function readYaml(text: string, file: string, room: Room = { parts: Infinity }): YamlFile {
  try {
    const events = parseEvents(text, { filename: file })
    room.parts -= events.length
    if (room.parts < 0) throw new FolderProblem(file, null, 'Up to this file, the folder has too many values.')
    const options = { schema: CORE_SCHEMA, maxAliases: 0, filename: file, source: text }
    const [value = null, ...more] = constructFromEvents(events, options)
    if (more.length > 0)
      throw new FolderProblem(file, lastMarker(text), 'This has several documents, but only one is read.')
    linesIn(text, file, events)
    // Only faults have lines, and those of thousands of files would take megabytes.
    let lines: ReadonlyMap<string, number> | null = null
    const lineOf = (path: readonly string[]) => {
      lines ??= linesIn(text, file, parseEvents(text, {}))
      return nearest(lines, path)
    }
    return { value, lineOf }
  } catch (error) {
    // Nesting too deep for the parser.
    if (error instanceof RangeError) throw new FolderProblem(file, null, 'This is nested too deeply.')
    if (!(error instanceof YAMLException)) throw error
    const line = error.mark === undefined ? null : error.mark.line + 1
    if (error.reason.includes('maxAliases'))
      throw new FolderProblem(file, line, 'Aliases such as *name are not read. Write the value itself.')
    throw new FolderProblem(file, line, `This is not valid YAML: ${error.reason}.`)
  }
}

/** The line of the marker before the last document; `null`: they are separated otherwise. */
function lastMarker(text: string): number | null {
  const line = text.split('\n').findLastIndex((each) => /^---(?:\s|$)/.test(each))
  return line < 0 ? null : line + 1
}

/** Values in the order of their members, texts of several lines as blocks. */
export const writeYaml = (value: unknown): string => dump(value, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true })

const separator = '\0'

function nearest(lines: ReadonlyMap<string, number>, path: readonly string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(path.slice(0, length).join(separator))
    if (line !== undefined) return line
  }
  return 1
}

/** An open collection: where it is, and the member or entry that comes next. */
interface Open {
  readonly path: readonly string[]
  readonly isMap: boolean
  /** The key whose value comes next; `null`: a key comes next. */
  key: string | null
  count: number
}

type Entered = Exclude<Event, { type: typeof EVENT_ID.POP } | { type: typeof EVENT_ID.DOCUMENT }>

/** The line of each key and entry, by its path. Throws a `FolderProblem` for texts that cannot be sent, and names that would be lost. */
function linesIn(text: string, file: string, events: readonly Event[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const lineAt = createLineAt(text)
  const open: Open[] = []
  for (const event of events) {
    if (event.type === EVENT_ID.POP) open.pop()
    else if (event.type !== EVENT_ID.DOCUMENT) enter(event)
  }
  return lines

  function enter(event: Entered): void {
    const within = open.at(-1)
    const isScalar = event.type === EVENT_ID.SCALAR
    const scalar = isScalar ? getScalarValue(text, event) : ''
    if (isScalar && (scalar.includes('\0') || !scalar.isWellFormed()))
      throw new FolderProblem(file, lineAt(event.valueStart), 'The text has a character that cannot be stored.')
    if (within?.isMap === true && within.key === null) {
      within.key = scalar
      if (isScalar && scalar === '__proto__')
        throw new FolderProblem(file, lineAt(event.valueStart), "The name '__proto__' is not possible.")
      if (isScalar) lines.set([...within.path, within.key].join(separator), lineAt(event.valueStart))
      return
    }
    const name = within === undefined ? [] : [within.key ?? String(within.count)]
    const path = [...(within?.path ?? []), ...name]
    if (within !== undefined) {
      within.key = null
      within.count += 1
      if (!within.isMap) lines.set(path.join(separator), lineAt(startOf(event)))
    }
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      open.push({ path, isMap: event.type === EVENT_ID.MAPPING, key: null, count: 0 })
    }
  }
}

const startOf = (event: Entered) =>
  event.type === EVENT_ID.SCALAR ? event.valueStart : event.type === EVENT_ID.ALIAS ? event.anchorStart : event.start

function createLineAt(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

import { t } from './messages.ts'

/** A problem of a value, or of a whole row if there is no field. */
export interface ValueProblem {
  readonly label: string | null
  readonly message: string
  /** The value in the file; `null` if its absence is the problem. */
  readonly value: string | null
}

/** Why a row of a file is rejected. Its number is that of its line, or of its record in a format without lines. */
export interface RowProblem {
  readonly number: number
  readonly problems: readonly ValueProblem[]
}

export interface ProblemLine {
  readonly number: number
  readonly value: string | null
  readonly message: string
}

/** Equal problems of several rows. */
export interface ProblemGroup {
  readonly label: string | null
  /** The common part of the messages, with an ellipsis where they differ. */
  readonly message: string
  readonly count: number
  /** The first ones. */
  readonly lines: readonly ProblemLine[]
}

/** Maximum number of lines per group, and of groups; the rest are counted. */
const maxLines = 100
const maxGroups = 200

/** Key of the group for all other problems. */
const others = ''

interface Gathered {
  readonly label: string | null
  words: string[]
  count: number
  readonly lines: ProblemLine[]
}

/** Groups equal problems in bounded memory. */
export class ProblemGroups {
  readonly #groups = new Map<string, Gathered>()

  add({ number, problems }: RowProblem): void {
    for (const { label, message, value } of problems) {
      const key = `${label ?? ''}\u0000${shapeOf(message, value)}`
      const found = this.#groups.get(key) ?? this.#begin(key, label, message)
      found.words = common(found.words, message)
      found.count += 1
      if (found.lines.length < maxLines) found.lines.push({ number, value, message })
    }
  }

  /** Most frequent first. */
  get all(): readonly ProblemGroup[] {
    return [...this.#groups.values()]
      .map(({ label, words, count, lines }) => ({ label, message: words.join(' '), count, lines: byNumber(lines) }))
      .sort((one, other) => other.count - one.count)
  }

  #begin(key: string, label: string | null, message: string): Gathered {
    const full = this.#groups.size >= maxGroups
    const at = full ? others : key
    const group = this.#groups.get(at) ?? {
      label: full ? null : label,
      words: full ? [t.otherProblems] : message.split(' '),
      count: 0,
      lines: [],
    }
    this.#groups.set(at, group)
    return group
  }
}

function byNumber(lines: readonly ProblemLine[]): readonly ProblemLine[] {
  return lines.toSorted((one, other) => one.number - other.number)
}

/** A message without the parts that differ between rows: the value and numbers. */
function shapeOf(message: string, value: string | null): string {
  const plain = value === null || value.length < 2 ? message : message.replaceAll(value, '…')
  return plain.replaceAll(/\d+/g, '#')
}

/** The words of a group, with an ellipsis for those that differ in another message. */
function common(words: string[], message: string): string[] {
  const more = message.split(' ')
  if (more.length !== words.length || words.every((word, at) => word === more[at])) return words
  return words.map((word, at) => (word === more[at] ? word : '…'))
}

/** The problems of a row, a sentence each. */
export function problemText({ problems }: RowProblem): string {
  return problems.map(({ label, message }) => (label === null ? message : `${label}: ${message}`)).join(' ')
}

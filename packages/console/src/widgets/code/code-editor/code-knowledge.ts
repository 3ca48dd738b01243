import type { CodeLanguage } from './code-language.ts'

/** A line with a problem. */
export interface CodeMark {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** What an editor knows about its text beyond the language. Compared by identity. */
export interface CodeKnowledge {
  /** Names available in every text of its kind, offered as completions. */
  readonly members: readonly CodeMember[]
  readonly marks: readonly CodeMark[]
}

/** Actions of the editor for the page. */
export interface CodeEditorHandle {
  /** Scrolls to a line, counted from 1, and places the cursor there. */
  goTo: (line: number) => void
}

/** A name available to a script, with its members. */
export interface CodeMember {
  readonly name: string
  /** Its type in brief: `object`, `string`, or `(path, options)` for a function. */
  readonly type: string
  /** One sentence on what it is. */
  readonly info?: string
  readonly members?: readonly CodeMember[]
}

interface MemberOffer {
  readonly members: readonly CodeMember[]
  /** Number of trailing characters that are the partial name. */
  readonly typed: number
  /** Closes the name, as in `event['request']`. */
  readonly closing: string
}

const steps = /(?:\.|->)(\w+)|\[\s*['"](\w+)['"]\s*\]/g
const path = /(?:^|[^\w$.'"\]>)])(\$?[A-Za-z_]\w*)((?:(?:\.|->)\w+|\[\s*['"]\w+['"]\s*\])*)(\.|->|\[\s*(['"]))(\w*)$/
const root = /(?:^|[^\w$.'"\]>)])(\$?[A-Za-z_]\w*)$/

/** Completions at the end of a line from the available names, or `null` if none apply. */
export function offeredMembers(line: string, roots: readonly CodeMember[], language: CodeLanguage): MemberOffer | null {
  const sign = language === 'php' ? '$' : ''
  const found = path.exec(line)
  if (found) {
    const [, first = '', between = '', accessor = '', quote, begun = ''] = found
    const names = [...between.matchAll(steps)].map(([, plain, quoted]) => plain ?? quoted ?? '')
    const start = roots.find(({ name }) => sign + name === first)
    const owner = names.reduce((at, name) => at?.members?.find((member) => member.name === name), start)
    if (!owner?.members) return null
    return { members: owner.members, typed: begun.length, closing: accessor.startsWith('[') ? `${quote}]` : '' }
  }
  const [, begun = ''] = root.exec(line) ?? []
  if (begun === '' || !roots.some(({ name }) => (sign + name).startsWith(begun))) return null
  return { members: roots.map((one) => ({ ...one, name: sign + one.name })), typed: begun.length, closing: '' }
}

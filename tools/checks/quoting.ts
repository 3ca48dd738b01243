import { isTest, type SourceFile } from './source-files.ts'

interface Rule {
  /** A line that puts a value into a text of another language without quoting it. */
  readonly what: RegExp
  readonly instead: string
}

const rules: readonly Rule[] = [
  {
    what: /\bfilter(?:=|: *`)[^`]*?\$\{(?!(?:\w+\.map\()?(?:quoteText|encodeURIComponent)\b)/,
    instead: 'quote names and values of filters by `quoteText`, or join nodes',
  },
  {
    what: /`[^`]*\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|SET|NOTIFY|VALUES|IN|LIKE|AND|EXISTS)\b[^`]*'\$\{/,
    instead: 'bind values of SQL as parameters, or quote them by the dialect',
  },
  {
    what: /`[^`]*[?&][\w.[\]-]+=\$\{(?!(?:\w+\.map\()?encodeURIComponent\b|randomUUID\(\)|\w*[pP]age\}|number\})/,
    instead: 'encode values in URLs by `encodeURIComponent` or `URLSearchParams`',
  },
  {
    what: /`[^`]*<(?:a|img|link|iframe|form)\b[^>`]*=["']?\$\{(?!escape)/,
    instead: 'escape values in HTML',
  },
]

/** Code that runs in an instance, except for what stands for other servers in tests. */
const served = /^packages\/(?:instance|connector[\w-]*)\/src\/(?!testing\/)/
const proof = /\/(?:suite|walks|faults)\//

/** Stands above a line whose values are quoted elsewhere, and says where. */
const quotedElsewhere = /\/\/ quoted: \S+ \S+/

/** A refusal's sentence is no SQL. */
const isSentence = (line: string) => /\b(?:Problem|Error|refused|invalid)\(/.test(line)

/** Sentences about values that are put into filters, SQL, URLs or HTML outside the functions that quote for them. */
export function quotingComplaints(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    if (!served.test(path) || proof.test(path) || isTest(path)) return []
    const lines = text.split('\n')
    return lines.flatMap((line, index) => {
      if (isSentence(line) || /^\s*(?:\*|\/)/.test(line) || quotedElsewhere.test(lines[index - 1] ?? '')) return []
      return rules
        .filter(({ what }) => what.test(line))
        .map(({ instead }) => `${path}:${index + 1} ${line.trim()}: ${instead}`)
    })
  })
}

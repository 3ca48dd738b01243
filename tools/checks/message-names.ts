import type { SourceFile } from './source-files.ts'

/** Words that no name of a message ends in: articles, prepositions and conjunctions. Names cut from sentences end so. */
const cut = new Set(
  (
    'a an the of to in on at by for with from as into onto over under between without within until since after before than ' +
    'and or but nor if so because while when where whether'
  ).split(' '),
)

/** Verbs that such a word is part of. */
const phrasal = /(?:sign|log|zoom|switch|turn|go)(?:In|On|Off)$/i

const mostWords = 3

const catalogue = /\/messages\.ts$/
const name = /^ {2}(?:'([^']+)'|(\w+)):/gm

/** Sentences about names of messages that do not say what the message is. */
export function messageNameComplaints(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => catalogue.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(name)].flatMap(([, quoted, plain]) => {
        const key = quoted ?? plain ?? ''
        const words = wordsOf(key)
        if (words.length > mostWords) return [`${path} ${key}: more than ${mostWords} words`]
        return cut.has(words.at(-1) ?? '') && !phrasal.test(key) ? [`${path} ${key}: ends in '${words.at(-1)}'`] : []
      }),
    )
}

function wordsOf(key: string): readonly string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
}

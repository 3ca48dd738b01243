import type { Tool } from '../tools/tool.ts'

type Search = (query: string, limit: number) => readonly Tool[]

/** The BM25 parameters k1 (term saturation) and b (length normalization). */
const saturation = 1.2
const lengthWeight = 0.75

/** Finds tools by the words in their names, descriptions and arguments, ranked by Okapi BM25. */
export function createSearch(tools: readonly Tool[]): Search {
  const documents = tools.map((tool) => ({ tool, words: wordsOf(textOf(tool)), name: new Set(wordsOf(tool.name)) }))
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, documents.length)

  function score({ words, name }: (typeof documents)[number], searchWord: string): number {
    const times = words.filter((word) => word.startsWith(searchWord)).length
    if (times === 0) return 0
    const having = documents.filter((each) => each.words.some((word) => word.startsWith(searchWord))).length
    const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
    const held = saturation * (1 - lengthWeight + (lengthWeight * words.length) / average)
    return rarity * ((times * (saturation + 1)) / (times + held)) * (name.has(searchWord) ? 2 : 1)
  }

  return (query, limit) => {
    const searchWords = [...new Set(wordsOf(query.slice(0, 500)))].slice(0, 20)
    return documents
      .map((document) => ({ ...document, score: searchWords.reduce((sum, word) => sum + score(document, word), 0) }))
      .filter((found) => found.score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ tool }) => tool)
  }
}

const textOf = ({ name, title, description, args }: Tool) =>
  [name, title, description, ...Object.keys(args.properties)].join(' ')

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

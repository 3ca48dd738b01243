/** What `npm test` was asked to do. */
export interface TestArguments {
  /** `gate`: what proves a change. `all`: everything. `changed`: only what a difference touches. */
  readonly level: 'gate' | 'all' | 'changed'
  /** The commit that `changed` compares with. */
  readonly base?: string
  /** Test files to run instead of a level. */
  readonly files: readonly string[]
  /** Parts of names of steps to run; empty: all steps. */
  readonly words: readonly string[]
  readonly times: boolean
}

/**
 * Reads `all`, `changed [BASE]`, paths of test files, `--times`, and words that select steps.
 *
 * @throws {Error} if an option is unknown
 */
export function readArguments(args: readonly string[]): TestArguments {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--times')
  if (unknown !== undefined) throw new Error(`Unknown option ${unknown}. ${usage}`)
  const [first, ...others] = args.filter((arg) => arg !== '--times')
  const times = args.includes('--times')
  if (first === 'changed') {
    const [base, ...words] = others
    return { level: 'changed', ...(base !== undefined && { base }), files: [], words, times }
  }
  const level = first === 'all' ? 'all' : 'gate'
  const named = first === undefined || first === 'all' ? others : [first, ...others]
  const isFile = (word: string) => /\.test\.tsx?$/.test(word)
  return { level, files: named.filter(isFile), words: named.filter((word) => !isFile(word)), times }
}

const usage =
  'Usage: npm test -- [all | changed [COMMIT] | FILE.test.ts …] [--times] [words in the names of the steps to run]'

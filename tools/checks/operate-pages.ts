import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { filesOf } from './source-files.ts'

/** Commands, statements or settings that a page of docs/operate tells its readers to use. */
export interface CommandBlock {
  readonly page: string
  readonly language: string
  readonly text: string
  /** The test that the comment right before it names; null: none. */
  readonly runBy: string | null
  /** Why no test runs it, as the line right after it says; null: that is not said. */
  readonly notRun: string | null
}

const block = /(?:^<!-- run by (\S+) -->\n)?^```(\w+)\n([\s\S]*?)^```\n(?:\n?\*Not run by a test: (.+)\.\*$)?/gm

/** Whatever is for typing in or for a file of settings, in the order of a page. */
export function blocksIn(page: string, text: string): CommandBlock[] {
  return [...text.matchAll(block)]
    .map(([, runBy, language = '', content = '', notRun]) => ({
      page,
      language,
      text: content,
      runBy: runBy ?? null,
      notRun: notRun ?? null,
    }))
    .filter(({ language }) => language !== 'json')
}

export function operateBlocks(): CommandBlock[] {
  return filesOf(['docs/operate/*.md']).flatMap(({ path }) => blocksIn(path, readFileSync(join(root, path), 'utf8')))
}

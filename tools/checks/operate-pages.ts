import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { filesOf } from './source-files.ts'

/** Commands, statements or settings that a page of docs/operate shows to its readers. */
export interface CommandBlock {
  readonly page: string
  readonly language: string
  readonly text: string
  /** The test named by the comment directly before it; `null`: none. */
  readonly runBy: string | null
  /** Why no test runs it, according to the line directly after it; `null`: not stated. */
  readonly notRun: string | null
}

const block = /(?:^<!-- run by (\S+) -->\n)?^```(\w+)\n([\s\S]*?)^```\n(?:\n?\*Not run by a test: (.+)\.\*$)?/gm

/** Code blocks with commands or settings, in the order of a page. */
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

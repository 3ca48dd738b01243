import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'

export interface SourceFile {
  /** Relative to the repository, with slashes. */
  readonly path: string
  readonly text: string
}

const written = ['packages/*/src/**/*.{ts,tsx}', 'packages/*/*.ts', '{tools,e2e,bench}/**/*.{ts,mjs}', '*.ts']
const notOurs = ['**/node_modules/**', '**/dist/**']

/** Every TypeScript and JavaScript file of the repository. */
export function sourceFiles(): readonly SourceFile[] {
  return filesOf(written)
}

/** Every page of documentation. */
export function documents(): readonly SourceFile[] {
  return filesOf(['*.md', '{docs,bench,e2e}/**/*.md', 'packages/*/*.md'])
}

export function filesOf(globs: readonly string[]): readonly SourceFile[] {
  return globSync([...globs], { cwd: root, exclude: notOurs })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /\/(testing|e2e)\//.test(`/${path}`)
}

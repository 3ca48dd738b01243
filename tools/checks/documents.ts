import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Pages of docs/wire that code and pages refer to, by path. */
export function wireReferences(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { path, text } of files) {
    for (const [page] of text.matchAll(/docs\/wire\/[a-z0-9-]+\.md/g))
      found.set(page, [...(found.get(page) ?? []), path])
  }
  return found
}

/** Links of a page to files of the repository, as paths relative to it. */
export function localLinks({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
    .map((target) => join(dirname(path), target))
}

/** Names of settings, as `MILLWRIGHT_…`, in a text. */
export function settingsNamed(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\bMILLWRIGHT_[A-Z0-9_]+[A-Z0-9]\b/g)].map(([name]) => name))
}

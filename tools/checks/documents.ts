import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Pages of docs/wire that code and pages refer to, with the files that refer to them. */
export function wireReferences(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { path, text } of files) {
    for (const [page] of text.matchAll(/docs\/wire\/[a-z0-9-]+\.md/g))
      found.set(page, [...(found.get(page) ?? []), path])
  }
  return found
}

/** Links of a page to files of the repository, as paths relative to the repository. */
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

/** The messages that a page explains: code in the first cells of its tables, with `…` for variable parts. */
export function messagesIn(page: string): string[] {
  return [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message)
}

/** Whether a program text contains the fixed parts of a message, in order and close together. */
export function mayBeSaidIn(text: string, message: string): boolean {
  const [first = '', ...rest] = message
    .split('…')
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part))
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if (followed(text, at + first.length, rest)) return true
  }
  return false
}

/** Most characters of code between the fixed parts. */
const longestGap = 80

function followed(text: string, from: number, parts: readonly string[]): boolean {
  let at = from
  for (const part of parts) {
    const next = text.indexOf(part, at)
    if (next < 0 || next - at > longestGap) return false
    at = next + part.length
  }
  return true
}

import { expect, test } from 'vitest'
import { codeLanguages, languageOf, loadLanguage } from './code-language.ts'

test.each([
  ['cobol', 'text'],
  ['', 'text'],
  ['nodejs', 'javascript'],
  ['python3', 'python'],
  ['php', 'php'],
  ['yml', 'yaml'],
])('reads a text of the kind “%s” as %s', (kind, language) => {
  expect(languageOf(kind)).toBe(language)
})

test('can load every language', async () => {
  for (const language of codeLanguages) expect(await loadLanguage(language), language).not.toEqual([])
})

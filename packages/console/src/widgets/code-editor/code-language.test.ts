import { expect, test } from 'vitest'
import { codeLanguages, languageOf, loadLanguage } from './code-language.ts'

test.each([
  ['cobol', 'text'],
  ['', 'text'],
  ['nodejs', 'javascript'],
  ['python3', 'python'],
  ['php', 'php'],
  ['yml', 'yaml'],
])('a text of the kind “%s” is read as %s', (kind, language) => {
  expect(languageOf(kind)).toBe(language)
})

test('every language can be fetched', async () => {
  for (const language of codeLanguages) expect(await loadLanguage(language), language).not.toEqual([])
})

import { expect, it } from 'vitest'
import german from '../../packages/console/src/instance/server-sentences.de.json' with { type: 'json' }
import { isTest, sourceFiles } from './source-files.ts'
import { writtenTexts } from './written-texts.ts'

const saying = /^packages\/(?:instance|contract)\/src\/(?!testing\/)/

/** Sentences that are followed by others. */
const withoutRest = (text: string) => text.replace(/ \{details\}$/, '')

it('every sentence of the instance that the console says in German is still one of the instance', () => {
  const said = sourceFiles().filter(({ path }) => saying.test(path) && !isTest(path))
  const texts = new Set(said.flatMap(writtenTexts).map(({ text }) => text))
  const known = (text: string) => texts.has(text.replace(/\{\w+\}/g, '{}'))
  expect(Object.keys(german).filter((text) => !known(text) && !known(withoutRest(text)))).toEqual([])
})

it('a sentence in German has no value that the English one lacks', () => {
  const values = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? []
  const wrong = Object.entries(german).filter(([english, said]) =>
    values(said).some((value) => !values(english).includes(value)),
  )
  expect(wrong).toEqual([])
})

import { expect, it } from 'vitest'
import german from '../../packages/console/src/instance/server-sentences.de.json' with { type: 'json' }
import { isTest, sourceFiles } from './source-files.ts'
import { writtenTexts } from './written-texts.ts'

const saying = /^packages\/(?:instance|contract|connector[\w-]*)\/src\/(?!testing\/)/

/** Removes a placeholder for further sentences. */
const withoutRest = (text: string) => text.replace(/:? \{(?:details|reason)\}\.?$/, '')

const shapeOf = (text: string) => text.replace(/\{\w+\}/g, '{}')

/** What may stand in place of a value: another value, or a count with its noun. */
const value = /^ ?'?(?:\{\}|1)?'?(?: \w+)?$/

const patternOf = (text: string) => {
  const pieces = text.split('{}').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('(.*?)')}$`, 's')
}

/** Returns whether the instance can produce a sentence: literally, or with other texts of the instance as values. */
function sayings(written: readonly string[]): (sentence: string) => boolean {
  const texts = new Set(written.flatMap((text) => [text, text.replace(/^\{\} | \{\}$/g, '')]))
  const templates = [...texts].filter((text) => /\{\}.*\p{L}|\p{L}.*\{\}|: /su.test(text)).map(patternOf)
  const says = (sentence: string, depth: number): boolean =>
    texts.has(sentence) ||
    (depth > 0 &&
      templates.some((template) => {
        const parts = template.exec(sentence)?.slice(1)
        return parts?.every((part) => value.test(part) || says(part.trim(), depth - 1)) === true
      }))
  const isOne = (sentence: string) =>
    says(sentence, 3) || (sentence.startsWith('{} ') && (says(sentence.slice(3), 1) || isAmong(patternOf(sentence))))
  const isAmong = (pattern: RegExp) => written.some((text) => pattern.test(text))
  return (sentence) => isOne(sentence) || sentence.split(/(?<=\.) /).every(isOne)
}

const said = sourceFiles().filter(({ path }) => saying.test(path) && !isTest(path))
const isSaid = sayings(said.flatMap(writtenTexts).map(({ text }) => text))

it('every message of the instance that the console translates to German still exists', () => {
  const gone = Object.keys(german).filter((text) => !isSaid(shapeOf(text)) && !isSaid(shapeOf(withoutRest(text))))
  expect(gone).toEqual([])
})

it('a sentence that the instance never says is detected', () => {
  const never = ['This was never said.', "Field '{}' must be blue.", 'There is no reason for it.', '{} is a whale.']
  expect(never.filter(isSaid)).toEqual([])
})

it('a German sentence has no value that the English one lacks', () => {
  const values = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? []
  const wrong = Object.entries(german).filter(([english, said]) =>
    values(said).some((value) => !values(english).includes(value)),
  )
  expect(wrong).toEqual([])
})

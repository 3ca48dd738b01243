import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '../language/language.ts'
import german from './server-sentences.de.json'
import { serverSentences } from './server-sentences.ts'

const filled = (text: string) => text.replace(/\{(\w+)\}/g, '<$1>')

test('each sentence of the instance is said by its own translation, and not by that of a like one', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  await serverSentences.load()
  const other = Object.entries(german).filter(
    ([english, said]) => serverSentences.say(filled(english)) !== filled(said),
  )
  expect(other).toEqual([])
})

import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '../language/language.ts'
import german from './server-sentences.de.json'
import { serverMessages } from './server-sentences.ts'

const filled = (text: string) => text.replace(/\{(\w+)\}/g, '<$1>')

test('translates each sentence of the instance by its own translation, not that of a similar one', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  await serverMessages.load()
  const other = Object.entries(german).filter(([english, said]) => serverMessages.say(filled(english)) !== filled(said))
  expect(other).toEqual([])
})

import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from './language.ts'
import { serverTexts } from './server-texts.ts'

test('texts that are not known, or cannot be fetched, stay as they came', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  const lost = serverTexts(() => Promise.reject(new Error('gone')))
  await lost.load()
  expect(lost.say('Port Number')).toBe('Port Number')

  const known = serverTexts(async () => ({ default: { 'Port Number': 'Portnummer' } }))
  await known.load()
  expect(['Port Number', 'Ports', 'constructor'].map(known.say)).toEqual(['Portnummer', 'Ports', 'constructor'])
  setLanguage('en')
  expect(known.say('Port Number')).toBe('Port Number')
})

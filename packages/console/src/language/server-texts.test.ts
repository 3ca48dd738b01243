import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from './language.ts'
import { serverTexts } from './server-texts.ts'

function inGerman(): void {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
}

async function known(translations: Readonly<Record<string, string>>) {
  const texts = serverTexts(async () => ({ default: translations }))
  await texts.load()
  return texts
}

test('leaves unknown texts unchanged, and all texts if translations cannot be loaded', async () => {
  inGerman()
  const lost = serverTexts(() => Promise.reject(new Error('gone')))
  await lost.load()
  expect(lost.say('Port Number')).toBe('Port Number')

  const { say } = await known({ 'Port Number': 'Portnummer' })
  expect(['Port Number', 'Ports', 'constructor'].map(say)).toEqual(['Portnummer', 'Ports', 'constructor'])
  setLanguage('en')
  expect(say('Port Number')).toBe('Port Number')
})

test('never interprets a value as one of our texts, and leaves long foreign texts unchanged', async () => {
  inGerman()
  const { say } = await known({
    "There is no '{name}'.": '„{name}“ gibt es nicht.',
    '{field} is required.': '{field} fehlt.',
  })
  expect(say("There is no '{name} <b>$& $1 constructor'.")).toBe('„{name} <b>$& $1 constructor“ gibt es nicht.')
  expect(say('Nobody knows. name is required.')).toBe('Nobody knows. name is required.')
  const long = `There is no '${'x'.repeat(3000)}'.`
  expect(say(long)).toBe(long)
})

test.each(['Ü<b>{reason}</b> ', '数据{details}', 'مخزن البيانات '])(
  'leaves a name of 200 characters such as %j unchanged',
  async (word) => {
    inGerman()
    const { say } = await known({ "There is no service '{name}'.": 'Den Dienst „{name}“ gibt es nicht.' })
    const name = word.repeat(200).slice(0, 200)
    expect(say(`There is no service '${name}'.`)).toBe(`Den Dienst „${name}“ gibt es nicht.`)
  },
)

test('translates a text with its values, preferring the most specific pattern', async () => {
  inGerman()
  const { say } = await known({
    '{what} cannot be used now: {reason}': '{what} geht nicht: {reason}',
    'The database {where} cannot be used now: {reason}': 'Die Datenbank {where} geht nicht: {reason}',
    'on {host}:{port}': 'auf {host}:{port}',
    'connection refused.': 'dort antwortet nichts.',
  })
  expect(say('The database on db:5432 cannot be used now: connection refused.')).toBe(
    'Die Datenbank auf db:5432 geht nicht: dort antwortet nichts.',
  )
  expect(say('The database db:5432 cannot be used now: connection refused.')).toBe(
    'Die Datenbank db:5432 geht nicht: dort antwortet nichts.',
  )
  expect(say('Redis cannot be used now: NOAUTH.')).toBe('Redis geht nicht: NOAUTH.')
})

test('translates several sentences one by one, even at the end of another text', async () => {
  inGerman()
  const { say } = await known({
    'Invalid data supplied. {details}': 'Ungültige Daten. {details}',
    '{field} is required.': '{field} fehlt.',
  })
  expect(say('Invalid data supplied. name is required. label is required.')).toBe(
    'Ungültige Daten. name fehlt. label fehlt.',
  )
})

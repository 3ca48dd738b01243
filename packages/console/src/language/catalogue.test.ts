import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { commonWords } from '../words/messages.ts'
import { catalogue, loadWithMessages, type Messages, messagesLoaded, retranslateAll } from './catalogue.ts'
import { applyLanguage, locale, setLanguage } from './language.ts'

async function speak(name: string): Promise<void> {
  setLanguage(name)
  await retranslateAll()
}

afterEach(() => speak('en'))

describe('a catalogue', () => {
  it('is English if a translation cannot be loaded', async () => {
    setLanguage('de')
    const texts = catalogue({ a: 'English' }, '', () => Promise.reject(new Error('gone')))
    await messagesLoaded()
    expect(texts.a).toBe('English')
  })

  it('is English for a text without a translation', async () => {
    setLanguage('de')
    const texts = catalogue({ a: 'One', b: 'Two' }, '', () => Promise.resolve({ b: 'Zwei' }))
    await messagesLoaded()
    expect(texts).toEqual({ a: 'One', b: 'Zwei' })
  })

  it('is English in languages without translations', async () => {
    await speak('tlh')
    expect(commonWords.password).toBe('Password')
  })

  it('uses the language of the page', async () => {
    await speak('de')
    expect(commonWords.password).toBe('Passwort')
    await speak('xx')
    expect(commonWords.password).toMatch(/^\[Pášš/)
  })

  it('is loaded before lazily loaded code continues', async () => {
    setLanguage('de')
    const { texts } = await loadWithMessages(
      Promise.resolve().then(() => ({
        texts: catalogue({ a: 'One' }, '', async () => ({ a: 'Eins' })),
      })),
    )
    expect(texts.a).toBe('Eins')
  })

  it('has types with the arguments of each message', () => {
    type Texts = Messages<{
      plain: 'Login'
      named: 'Delete {name}?'
      counted: '{count, plural, one {# row} other {# rows}} of {name}'
      linked: 'See <link>the guide</link>.'
    }>
    expectTypeOf<Texts['plain']>().toEqualTypeOf<string>()
    expectTypeOf<Parameters<Extract<Texts['named'], (given: never) => unknown>>[0]>().toExtend<{ name: string }>()
    expectTypeOf<{ name: string }>().not.toExtend<Parameters<Extract<Texts['counted'], (given: never) => unknown>>[0]>()
    expectTypeOf<{ link: () => null }>().toExtend<Parameters<Extract<Texts['linked'], (given: never) => unknown>>[0]>()
  })
})

describe('the page', () => {
  it('declares its language and direction', () => {
    setLanguage('xr')
    applyLanguage()
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'rtl' })
    setLanguage('de')
    applyLanguage()
    expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' })
    setLanguage('en')
    applyLanguage()
  })

  it("formats numbers for the reader's region of the language", () => {
    expect(locale()).toBe('en-US')
    setLanguage('de')
    expect(locale()).toBe('de')
  })
})

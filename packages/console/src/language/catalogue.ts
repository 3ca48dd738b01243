import type { GetICUArgs } from '@schummar/icu-type-parser'
import type { ReactNode } from 'react'
import { isTranslated, language } from './language.ts'

/** The names of the tags in a message: `<link>` in “See <link>the guide</link>.” */
type Tags<Text> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? (Name extends `${'/' | ' '}${string}` | `${string}${'<' | ' '}${string}` ? never : Name) | Tags<Rest>
  : never

type Values<Text extends string> = GetICUArgs<
  Text,
  { ICUArgument: string; ICUNumberArgument: number; ICUDateArgument: never }
> & { readonly [Name in Tags<Text>]: (content: ReactNode) => ReactNode }

/** A message without arguments is its text; one with arguments is a function of them and of the renderers of its tags. */
type Message<Text extends string> = keyof Values<Text> extends never
  ? string
  : (values: Values<Text>) => [Tags<Text>] extends [never] ? string : ReactNode

export type Messages<Texts extends Readonly<Record<string, string>>> = {
  readonly [Name in keyof Texts]: Message<Texts[Name]>
}

/** The same messages in another language; missing ones fall back to English. */
export type Translation<Catalogue> = { readonly [Name in keyof Catalogue]?: string }

type Compiled = Readonly<Record<string, unknown>>
type Loader = () => Promise<Compiled>

interface Known {
  readonly english: Compiled
  readonly texts: Record<string, unknown>
  readonly load: Loader
}

const catalogues: Known[] = []
let loading: Promise<unknown> | null = null

/**
 * Messages of a folder in English, in ICU format. `build/language` compiles them: it inlines them where they are used and inserts the
 * folder, whose `messages.de.ts` is loaded if the page has another language. `load` is for tests.
 */
export function catalogue<const Texts extends Readonly<Record<string, string>>>(
  english: Texts,
  folder = '',
  load: Loader = () => translationOf(folder),
): Messages<Texts> {
  const texts: Record<string, unknown> = { ...english }
  const known = { english, texts, load }
  catalogues.push(known)
  translate(known)
  // The compiler gives each text the form that its type declares.
  return texts as Messages<Texts>
}

/** Waits for code, and for the messages that it requires. */
export async function loadWithMessages<Code>(code: Promise<Code>): Promise<Code> {
  const loaded = await code
  await messagesLoaded()
  return loaded
}

/** Waits for the messages of all loaded code. Messages that cannot be loaded stay English. */
export async function messagesLoaded(): Promise<void> {
  while (loading !== null) await loading
}

/** For tests, which change the language of an existing page. */
export async function retranslateAll(): Promise<void> {
  for (const known of catalogues) {
    for (const name of Object.keys(known.texts)) delete known.texts[name]
    Object.assign(known.texts, known.english)
    translate(known)
  }
  await messagesLoaded()
}

/** The map of all translations is large for a page that shows few of them, so the initial ones have a map of their own. */
async function translationOf(folder: string): Promise<Compiled> {
  if (language() !== 'de') {
    const { translations } = await import('./translations.xx.ts')
    return (await translations[`../${folder}/messages.ts`]?.()) ?? {}
  }
  const path = `../${folder}/messages.de.ts`
  const { first } = await import('./first.de.ts')
  const load = first[path] ?? (await import('./translations.de.ts')).translations[path]
  return (await load?.()) ?? {}
}

function translate({ texts, load }: Known): void {
  if (!isTranslated()) return
  const former = loading
  const all = Promise.all([
    former,
    load().then(
      (translation) => Object.assign(texts, translation),
      () => null,
    ),
  ])
  loading = all
  void all.then(() => {
    if (loading === all) loading = null
  })
}

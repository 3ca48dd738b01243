/** Languages of the console, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

/** For finding untranslated texts (`xx`), and layouts that break with right-to-left text (`xr`). */
const pseudoLanguages: readonly string[] = ['xx', 'xr']

const key = 'millwright.language'

let spoken = firstLanguage()

/** The language of the page: one of `languages`, or a pseudo-language. */
export function language(): string {
  return spoken
}

/** Whether the language was set by the URL of this page, or of an earlier one in this tab. */
export function isSetByUrl(): boolean {
  return read(() => sessionStorage.getItem(key)) !== null
}

/** Whether the page has a language other than English. */
export function isTranslated(): boolean {
  return spoken !== 'en' && (isLanguage(spoken) || pseudoLanguages.includes(spoken))
}

/** For tests. Real pages start in their language, and reload to change it. */
export function setLanguage(name: string): void {
  spoken = name
}

export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(languages, name)
}

/** The locale for numbers and dates: the reader's region if the browser has one for the language. */
export function locale(): string {
  if (!isLanguage(spoken)) return 'en'
  return wanted().find((tag) => languageOf(tag) === spoken) ?? spoken
}

/** Sets the language and direction of the document. */
export function applyLanguage(): void {
  document.documentElement.lang = isLanguage(spoken) ? spoken : 'en'
  document.documentElement.dir = spoken === 'xr' ? 'rtl' : 'ltr'
}

/** Stores the choice in this browser and reloads the page. @param next `null` for the browser's own languages */
export function chooseLanguage(next: Language | null): void {
  try {
    sessionStorage.removeItem(key)
    if (next === null) localStorage.removeItem(key)
    else localStorage.setItem(key, next)
  } catch {
    // Without storage, the language is stored in the URL.
  }
  const address = new URL(window.location.href)
  if (next === null || storedLanguage() === next) address.searchParams.delete('lang')
  else address.searchParams.set('lang', next)
  if (address.href === window.location.href) window.location.reload()
  else window.location.replace(address)
}

/** The language stored in this browser; `null` if none is, so that the browser's own languages apply. */
export function storedLanguage(): Language | null {
  const name = read(() => localStorage.getItem(key))
  return isLanguage(name) ? name : null
}

/** The language of the URL is stored for the tab, since links within the console do not contain it. */
function firstLanguage(): string {
  const urlLanguage = read(() => new URLSearchParams(window.location.search).get('lang'))
  const known = [urlLanguage, read(() => sessionStorage.getItem(key))].find(
    (name) => name !== null && (isLanguage(name) || pseudoLanguages.includes(name)),
  )
  if (known) {
    read(() => sessionStorage.setItem(key, known))
    return known
  }
  return storedLanguage() ?? wanted().map(languageOf).find(isLanguage) ?? 'en'
}

function wanted(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

/** `null` without storage or a page. */
function read<Value>(ask: () => Value): Value | null {
  try {
    return ask()
  } catch {
    return null
  }
}

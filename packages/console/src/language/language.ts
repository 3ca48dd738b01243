/** Languages that the console speaks, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

/** For finding texts without a translation (`xx`), and what a script from right to left breaks (`xr`). */
const pseudoLanguages: readonly string[] = ['xx', 'xr']

const key = 'millwright.language'

let spoken = firstLanguage()

/** The language of the page: one of `languages`, or a pseudo-language. */
export function language(): string {
  return spoken
}

/** Whether the address of the page, or of one before it in this tab, asks for the language. */
export function isAsked(): boolean {
  return read(() => sessionStorage.getItem(key)) !== null
}

/** Whether there are texts beside the English ones. */
export function isTranslated(): boolean {
  return spoken !== 'en' && (isLanguage(spoken) || pseudoLanguages.includes(spoken))
}

/** For tests: pages begin in their language, and change it by beginning again. */
export function setLanguage(name: string): void {
  spoken = name
}

export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(languages, name)
}

/** By which numbers and dates are written: the reader's region, where the browser says one for the language. */
export function locale(): string {
  if (!isLanguage(spoken)) return 'en'
  return wanted().find((tag) => languageOf(tag) === spoken) ?? spoken
}

/** Tells the page its language and direction. */
export function applyLanguage(): void {
  document.documentElement.lang = isLanguage(spoken) ? spoken : 'en'
  document.documentElement.dir = spoken === 'xr' ? 'rtl' : 'ltr'
}

/** Keeps the choice in this browser and begins the page again. @param next null: what the browser's own languages say */
export function chooseLanguage(next: Language | null): void {
  try {
    sessionStorage.removeItem(key)
    if (next === null) localStorage.removeItem(key)
    else localStorage.setItem(key, next)
  } catch {
    // Without storage the page cannot remember it, but its address can.
  }
  const address = new URL(window.location.href)
  if (next === null || keptLanguage() === next) address.searchParams.delete('lang')
  else address.searchParams.set('lang', next)
  if (address.href === window.location.href) window.location.reload()
  else window.location.replace(address)
}

/** What this browser was told; null: nothing, so that its own languages decide. */
export function keptLanguage(): Language | null {
  const name = read(() => localStorage.getItem(key))
  return isLanguage(name) ? name : null
}

/** The language of the address stays for the tab, for links within the console do not carry it along. */
function firstLanguage(): string {
  const asked = read(() => new URLSearchParams(window.location.search).get('lang'))
  const known = [asked, read(() => sessionStorage.getItem(key))].find(
    (name) => name !== null && (isLanguage(name) || pseudoLanguages.includes(name)),
  )
  if (known) {
    read(() => sessionStorage.setItem(key, known))
    return known
  }
  return keptLanguage() ?? wanted().map(languageOf).find(isLanguage) ?? 'en'
}

function wanted(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

/** Null where there is no storage, or no page. */
function read<Value>(ask: () => Value): Value | null {
  try {
    return ask()
  } catch {
    return null
  }
}

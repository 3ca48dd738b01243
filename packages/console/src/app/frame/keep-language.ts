import type { QueryClient } from '@tanstack/react-query'
import { session } from '../../instance/browser-session.ts'
import { hasFeature, knownEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { chooseLanguage, isLanguage, isSetByUrl, type Language } from '../../language/language.ts'

/** Changes the language of the page, and stores it in the user's profile if the instance supports this, and in this browser. */
export async function saveLanguage(queryClient: QueryClient, language: Language): Promise<void> {
  if (hasFeature(knownEnvironment(queryClient), 'profile-language')) {
    try {
      await send({ verb: 'PATCH', path: 'user/profile', body: { language } })
      session.update({ language })
    } catch {
      // The language of this page changes even if storing it fails.
    }
  }
  chooseLanguage(language)
}

/** Changes to the language of a person who has just signed in, unless the URL requests another one. */
export function applyProfileLanguage(language: string): void {
  if (isLanguage(language) && !isSetByUrl()) chooseLanguage(language)
}

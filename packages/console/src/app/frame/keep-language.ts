import type { QueryClient } from '@tanstack/react-query'
import { session } from '../../instance/browser-session.ts'
import { hasFeature, knownEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { chooseLanguage, isAsked, isLanguage, type Language } from '../../language/language.ts'

/** The page in the language that somebody chose: kept in their profile where the instance has a place for it, and in this browser. */
export async function keepLanguage(queryClient: QueryClient, language: Language): Promise<void> {
  if (hasFeature(knownEnvironment(queryClient), 'profile-language')) {
    try {
      await send({ verb: 'PATCH', path: 'user/profile', body: { language } })
      session.update({ language })
    } catch {
      // Here it changes at any rate.
    }
  }
  chooseLanguage(language)
}

/** The page in the language of somebody who has just signed in, unless its address asks for another one. */
export function adoptLanguage(language: string): void {
  if (isLanguage(language) && !isAsked()) chooseLanguage(language)
}

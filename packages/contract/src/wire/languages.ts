/** Languages that people can choose in their profile (docs/wire/sessions.md). */
export const profileLanguages = ['en', 'de'] as const

export type ProfileLanguage = (typeof profileLanguages)[number]

export function isProfileLanguage(value: unknown): value is ProfileLanguage {
  return profileLanguages.some((known) => known === value)
}

/** What people can say that they read (docs/wire/sessions.md). */
export const profileLanguages = ['en', 'de'] as const

export type ProfileLanguage = (typeof profileLanguages)[number]

export function isProfileLanguage(value: unknown): value is ProfileLanguage {
  return profileLanguages.some((known) => known === value)
}

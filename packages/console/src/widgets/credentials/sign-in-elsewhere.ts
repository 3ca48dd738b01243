/** That somebody went to another service to sign in, as long as it may take. Kept by the browser: they may come back in another tab. */
const key = 'millwright.sign-in-elsewhere'
/** Milliseconds. */
const patience = 600_000

interface Leaving {
  /** Where to go afterwards; null: wherever they belong. */
  to: string | null
}

export function noteLeaving(to: string | null): void {
  try {
    localStorage.setItem(key, JSON.stringify({ to, at: Date.now() }))
  } catch {
    // Whoever forbids to keep it lands where they belong.
  }
}

/** Null: nobody went, or not lately. */
export function notedLeaving(): Leaving | null {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof noted !== 'object' || noted === null || !('at' in noted) || !('to' in noted)) return null
    const late = typeof noted.at !== 'number' || Date.now() - noted.at > patience
    return late ? null : { to: typeof noted.to === 'string' ? noted.to : null }
  } catch {
    return null
  }
}

export function forgetLeaving(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then it was not kept either.
  }
}

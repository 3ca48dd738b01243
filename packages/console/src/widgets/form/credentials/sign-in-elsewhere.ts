/** Records that the user left to sign in with another service. In local storage, since they may return in another tab. */
const key = 'millwright.sign-in-elsewhere'
/** Milliseconds for which the record is valid. */
const patience = 600_000

interface Leaving {
  /** Where to go afterwards; `null` for the default page. */
  to: string | null
}

export function storeDeparture(to: string | null): void {
  try {
    localStorage.setItem(key, JSON.stringify({ to, at: Date.now() }))
  } catch {
    // Without storage, the user is taken to the default page.
  }
}

/** `null` if the user did not leave, or not recently. */
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
    // Without storage, nothing was recorded either.
  }
}

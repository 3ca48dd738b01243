/** Returns the text stored in this browser; `null` without one, or without storage. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text in this browser; without storage, nothing. */
export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Lasts no longer than the page.
  }
}

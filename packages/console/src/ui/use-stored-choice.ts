import { useState } from 'react'

/**
 * A choice stored in the browser, for preferences that concern only this browser. Without storage it lasts as long as the page.
 *
 * @param key key in local storage
 * @param first initial choice
 */
export function useStoredChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  first: Choice,
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => choices.find((choice) => choice === stored(key)) ?? first)
  return [
    chosen,
    (choice) => {
      setChosen(choice)
      try {
        localStorage.setItem(key, choice)
      } catch {
        // The choice lasts as long as the page.
      }
    },
  ]
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

import { useState } from 'react'
import { storedText, storeText } from './stored-text.ts'

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
  const [chosen, setChosen] = useState(() => choices.find((choice) => choice === storedText(key)) ?? first)
  return [
    chosen,
    (choice) => {
      setChosen(choice)
      storeText(key, choice)
    },
  ]
}

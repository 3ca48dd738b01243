import { useState } from 'react'

/** Text of a value that is not printed exactly as it was typed: it stays as typed for as long as it means the value. */
export function useTypedText<T>(value: T, print: (value: T) => string): [string, (text: string, means: T) => void] {
  const [typed, setTyped] = useState<{ readonly text: string; readonly printed: string } | null>(null)
  const printed = print(value)
  const text = typed?.printed === printed ? typed.text : printed
  return [text, (next, means) => setTyped({ text: next, printed: print(means) })]
}

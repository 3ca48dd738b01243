import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ScriptsSearch } from './scripts-place.ts'

/** Milliseconds without a key until the address says what is searched for. */
const pause = 400

/** The text in the search box, at once; the address follows when nobody types. */
export function useFoundText(search: ScriptsSearch): readonly [string, (text: string) => void] {
  const navigate = useNavigate()
  const said = search.find ?? ''
  const [text, setText] = useState(said)
  const [seen, setSeen] = useState(said)
  /** What the address says, or is about to. */
  const [known, setKnown] = useState(said)
  // Another address, as by the back button, brings its own text.
  if (said !== seen) {
    setSeen(said)
    if (said !== known) {
      setKnown(said)
      setText(said)
    }
  }
  const say = useEffectEvent((next: string) => {
    setKnown(next)
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, find: next === '' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (text === known) return
    const timer = setTimeout(() => say(text), pause)
    return () => clearTimeout(timer)
  }, [text, known])
  return [text, setText]
}

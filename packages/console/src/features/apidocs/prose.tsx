import { lazy, Suspense } from 'react'
import { Text } from '../../ui/text.tsx'

const MarkdownText = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.MarkdownText })))

/** Signs that Markdown gives a meaning; a text without any is one paragraph as it stands. */
const marks = /[*_`#[\]|~]|^\s*(?:[-+]|\d+[.)])\s|\n\s*\n/m

/** What a description says: Markdown where there is some, whose reader is fetched with the first. */
export function Prose({ text }: { text: string }) {
  if (text === '') return null
  const plain = (
    <Text measure preLine>
      {text}
    </Text>
  )
  if (!marks.test(text)) return plain
  return (
    <Suspense fallback={plain}>
      <MarkdownText text={text} />
    </Suspense>
  )
}

/** A description in one line of text, where there is no room for more: the words without the signs. */
export function plainWords(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`+([^`]+)`+/g, '$1')
    .replace(/(\*\*|__)(\S(?:[\s\S]*?\S)?)\1/g, '$2')
    .replace(/^\s*#+\s+/gm, '')
}

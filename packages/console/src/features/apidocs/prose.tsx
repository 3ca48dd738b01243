import { lazy, Suspense } from 'react'
import { Text } from '../../ui/text.tsx'

const MarkdownText = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.MarkdownText })))

/** Markdown syntax; a text without any is rendered as one paragraph. */
const marks = /[*_`#[\]|~]|^\s*(?:[-+]|\d+[.)])\s|\n\s*\n/m

/** Renders a description; the Markdown parser is loaded with the first that uses it. */
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

/** Returns a description as one line of text, without Markdown syntax. */
export function plainWords(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`+([^`]+)`+/g, '$1')
    .replace(/(\*\*|__)(\S(?:[\s\S]*?\S)?)\1/g, '$2')
    .replace(/^\s*#+\s+/gm, '')
}

/** A step of a page of the guide, parsed from the page itself. */

export type GuideStep =
  | { readonly does: 'open' | 'press' | 'tick' | 'see'; readonly name: string; readonly within?: string }
  | { readonly does: 'type' | 'choose'; readonly value: string; readonly name: string }
  | { readonly does: 'keys'; readonly keys: string }
  /** A command for a terminal. */
  | { readonly does: 'run'; readonly command: string }
  /** A placeholder for a picture, by its name without extension. */
  | { readonly does: 'picture'; readonly name: string }

const sentences: readonly (readonly [RegExp, (...parts: string[]) => GuideStep])[] = [
  [/^Open \*\*(.+?)\*\*$/, (name) => ({ does: 'open', name })],
  [/^Press \*\*(.+?)\*\* (?:of|in) \*\*(.+?)\*\*$/, (name, within) => ({ does: 'press', name, within })],
  [/^Press \*\*(.+?)\*\*$/, (name) => ({ does: 'press', name })],
  [/^Press `(.+?)`$/, (keys) => ({ does: 'keys', keys })],
  [/^Tick \*\*(.+?)\*\*$/, (name) => ({ does: 'tick', name })],
  [/^Type `(.+?)` into \*\*(.+?)\*\*$/, (value, name) => ({ does: 'type', value, name })],
  [/^Choose \*\*(.+?)\*\* for \*\*(.+?)\*\*$/, (value, name) => ({ does: 'choose', value, name })],
  [/^\*\*(.+?)\*\* appears$/, (name) => ({ does: 'see', name })],
]

/**
 * Returns the steps of a page in order: the sentences of its numbered lists, its commands (`sh`) and its pictures. Throws for a sentence
 * of a numbered list that has no step, as it could become outdated without notice. Commands that another test runs are left out.
 */
export function guideSteps(markdown: string): GuideStep[] {
  const steps: GuideStep[] = []
  const own = markdown.replace(/^<!-- run by \S+ -->\n```sh\n[\s\S]*?^```$/gm, '')
  for (const [, item, command, picture] of own.matchAll(
    /^\d+\. (.+(?:\n {3}\S.*)*)$|^ *```sh\n([\s\S]*?)^ *```$|^ *!\[[^\]]*\]\(pictures\/([a-z0-9-]+)\.png\)$/gm,
  )) {
    if (item !== undefined)
      steps.push(
        ...item
          .replace(/\s*\n\s*/g, ' ')
          .split(/(?<=\.)\s+/)
          .map(stepOf),
      )
    else if (command !== undefined) steps.push({ does: 'run', command: command.trim() })
    else if (picture !== undefined) steps.push({ does: 'picture', name: picture })
  }
  return steps
}

function stepOf(sentence: string): GuideStep {
  const text = sentence.replace(/\.$/, '')
  for (const [form, make] of sentences) {
    const found = form.exec(text)
    if (found !== null) return make(...found.slice(1))
  }
  throw new Error(`No step of the guide says: ${sentence}`)
}

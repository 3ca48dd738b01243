import type { CodeMember } from './code-members.ts'

/** A line with a problem. */
export interface CodeMark {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** What an editor knows about its text beyond the language. Compared by identity. */
export interface CodeKnowledge {
  /** Names available in every text of its kind, offered as completions. */
  readonly members: readonly CodeMember[]
  readonly marks: readonly CodeMark[]
}

/** Actions of the editor for the page. */
export interface CodeEditorHandle {
  /** Scrolls to a line, counted from 1, and places the cursor there. */
  goTo: (line: number) => void
}

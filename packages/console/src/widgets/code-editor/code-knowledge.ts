import type { CodeMember } from './code-members.ts'

/** A line that something is wrong with. */
export interface CodeMark {
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** What an editor knows of the text beyond its language. Another object is another knowledge. */
export interface CodeKnowledge {
  /** Names that every text of its kind finds; they are offered while it is typed. */
  readonly members: readonly CodeMember[]
  readonly marks: readonly CodeMark[]
}

/** What the page can have an editor do. */
export interface CodeEditorHandle {
  /** Shows a line, from 1, and goes on there. */
  goTo: (line: number) => void
}

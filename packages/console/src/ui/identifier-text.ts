import { classNames } from './class-names.ts'
import text from './text.module.css'

/** The classes of identifiers, in small monospaced letters, for elements that are no `Text`. */
export const identifierText = classNames(text.mono, text.sm)

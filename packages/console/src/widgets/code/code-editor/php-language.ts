import { LRLanguage } from '@codemirror/language'
import { parser } from '@lezer/php'

/** PHP without surrounding HTML, as in scripts, so that HTML, CSS and JavaScript support need not be loaded. */
export const phpLanguage = LRLanguage.define({
  name: 'php',
  parser: parser.configure({ top: 'Program' }),
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
})

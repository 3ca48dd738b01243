import { LRLanguage } from '@codemirror/language'
import { parser } from '@lezer/php'

/** PHP without HTML around it, as scripts are; so HTML, its styles and its scripts need not be fetched. */
export const phpLanguage = LRLanguage.define({
  name: 'php',
  parser: parser.configure({ top: 'Program' }),
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
})

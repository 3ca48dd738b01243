import type { Extension } from '@codemirror/state'

export const codeLanguages = ['javascript', 'php', 'python', 'json', 'yaml'] as const
export type CodeLanguage = (typeof codeLanguages)[number] | 'text'

/** The language of a kind of script or file, such as `nodejs`, `python3` or `yml`; plain text if unknown. */
export function languageOf(kind: string): CodeLanguage {
  const aliases: Readonly<Record<string, CodeLanguage>> = {
    nodejs: 'javascript',
    js: 'javascript',
    python3: 'python',
    py: 'python',
    yml: 'yaml',
  }
  return aliases[kind] ?? codeLanguages.find((language) => language === kind) ?? 'text'
}

/** Loads the editor support of a language; each is a chunk of its own, loaded on first use. */
export async function loadLanguage(language: CodeLanguage): Promise<Extension> {
  switch (language) {
    case 'javascript':
      return (await import('@codemirror/lang-javascript')).javascript()
    case 'php':
      return (await import('./php-language.ts')).phpLanguage
    case 'python':
      return (await import('@codemirror/lang-python')).python()
    case 'json':
      return (await import('@codemirror/lang-json')).json()
    case 'yaml':
      return (await import('@codemirror/lang-yaml')).yaml()
    case 'text':
      return []
  }
}

/** What an import did, as it is answered. */
export interface ImportAnswer {
  /** Something was imported. */
  readonly success: boolean
  readonly log: { readonly notice: string[]; readonly warning: string[]; readonly error: string[] }
}

export interface Report {
  notice(sentence: string): void
  warning(sentence: string): void
  /** A notice of something that was imported. */
  done(sentence: string): void
  answer(): ImportAnswer
}

export function createReport(): Report {
  const log: ImportAnswer['log'] = { notice: [], warning: [], error: [] }
  let success = false
  return {
    notice: (sentence) => void log.notice.push(sentence),
    warning: (sentence) => void log.warning.push(sentence),
    done(sentence) {
      success = true
      log.notice.push(sentence)
    },
    answer: () => ({ success, log }),
  }
}

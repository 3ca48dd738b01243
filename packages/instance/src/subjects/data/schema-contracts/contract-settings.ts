import {
  type ContractEnforcement,
  type ContractMode,
  isContractEnforcement,
  isContractMode,
} from '@millwright/contract/wire/schema-contract'

export interface ContractSettings {
  readonly mode: ContractMode
  readonly runtime_enforcement: ContractEnforcement
  /** Number of archived snapshots to retain; `null`: all. */
  readonly archive_retention_count: number | null
}

export const unlocked: ContractSettings = { mode: 'none', runtime_enforcement: 'off', archive_retention_count: null }

/** The settings in a row, stored or sent. */
export function settingsIn({
  mode,
  runtime_enforcement: enforcement,
  archive_retention_count: kept,
}: Readonly<Partial<Record<keyof ContractSettings, unknown>>>): ContractSettings {
  return {
    mode: isContractMode(mode) ? mode : unlocked.mode,
    runtime_enforcement: isContractEnforcement(enforcement) ? enforcement : unlocked.runtime_enforcement,
    archive_retention_count: kept === null || kept === undefined ? null : Number(kept),
  }
}

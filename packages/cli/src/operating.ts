import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { counted } from '@millwright/connector/counted'
import { type Config, readConfig } from '@millwright/instance/platform/settings/config'
import { unknownSettings } from '@millwright/instance/platform/settings/environment-settings'
import { parseSecret } from '@millwright/instance/platform/vault'
import { createServiceKinds } from '@millwright/instance/service-kinds'
import { makeRootAdmin, resetPassword as reset } from '@millwright/instance/subjects/operation/operator/accounts'
import { backUp } from '@millwright/instance/subjects/operation/operator/backup/back-up'
import { restore } from '@millwright/instance/subjects/operation/operator/backup/restore'
import { convertDates } from '@millwright/instance/subjects/operation/operator/convert-dates'
import { examine, type Finding } from '@millwright/instance/subjects/operation/operator/doctor'
import { migrateStore } from '@millwright/instance/subjects/operation/operator/migrate-store'
import { rotateKey } from '@millwright/instance/subjects/operation/operator/rotate-key'
import { loadConnectors } from '@millwright/instance/subjects/services/connectors/load-connectors'
import type { Invocation } from './flags.ts'

/** `millwright doctor`: prints a line for each check; the exit code is 1 if one fails. */
export async function doctor({ env, flags, print }: Invocation): Promise<number> {
  const unknown = unknownSettings(env).map((note): Finding => ({ name: 'settings', state: 'warning', note }))
  const { config, finding } = settingsOf(env, flags)
  const findings = [
    finding,
    ...unknown,
    ...(config === null ? [] : [...(await examine(config, createServiceKinds())), ...(await connectors(config))]),
  ]
  for (const { name, state, note } of findings) print(`${marks[state]}  ${name.padEnd(12)} ${note}`)
  return findings.some(({ state }) => state === 'failure') ? 1 : 0
}

/** Checks third-party connectors, which an instance skips if they cannot be loaded. */
async function connectors({ connectors: named }: Config): Promise<readonly Finding[]> {
  const problems: string[] = []
  const { kinds } = await loadConnectors({ named, from: process.cwd(), log: (problem) => problems.push(problem) })
  const finding = (state: Finding['state'], note: string): Finding => ({ name: 'connectors', state, note })
  const known = named.length === problems.length ? [] : [finding('ok', kinds.map(({ name }) => name).join(', '))]
  return [...problems.map((note) => finding('failure', note)), ...known]
}

const marks = { ok: 'ok  ', warning: 'warn', failure: 'FAIL' }

function settingsOf(env: Invocation['env'], flags: Invocation['flags']): { config: Config | null; finding: Finding } {
  try {
    const config = readConfig(env, flags)
    return { config, finding: { name: 'settings', state: 'ok', note: 'can be read' } }
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error)
    return { config: null, finding: { name: 'settings', state: 'failure', note } }
  }
}

export async function migrate({ env, flags, print }: Invocation): Promise<number> {
  print(await migrateStore(readConfig(env, flags)))
  return 0
}

export async function backup({ env, flags, operands: [file = ''], print }: Invocation): Promise<number> {
  const { rows, files, hasSecret } = await backUp(readConfig(env, flags), file, await passphraseOf(flags))
  print(`${file} contains ${counted(rows, 'row')} and ${counted(files, 'file')}.`)
  print(
    hasSecret
      ? 'It includes the secret, encrypted with the passphrase.'
      : 'The secret is not included; back it up separately.',
  )
  return 0
}

export async function restoreBackup({ env, flags, operands: [file = ''], print }: Invocation): Promise<number> {
  const { rows, files, date, version, hasSecret } = await restore(
    readConfig(env, flags),
    file,
    await passphraseOf(flags),
  )
  print(
    `Restored ${counted(rows, 'row')} and ${counted(files, 'file')} from ${file}, created on ${date} by version ${version}.`,
  )
  if (!hasSecret) print('Before you start it, copy the secret into the data folder or set MILLWRIGHT_SECRET.')
  return 0
}

/** Reads the passphrase from the named file, without the trailing line break; `null` if no file is named. */
async function passphraseOf(flags: Invocation['flags']): Promise<string | null> {
  const file = flags['passphrase-file']
  if (typeof file !== 'string') return null
  const passphrase = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`The passphrase in ${file} cannot be read: ${error.message}.`)
  })
  const trimmed = passphrase.replace(/\r?\n$/, '')
  if ([...trimmed].length < leastPassphrase)
    throw new Error(`The passphrase in ${file} has fewer than ${leastPassphrase} characters. Use a longer one.`)
  return trimmed
}

/** Characters. */
const leastPassphrase = 12

export async function resetPassword({ env, flags, operands: [email = ''], print }: Invocation): Promise<number> {
  const inputPassword = flags['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : null
  const randomPassword = await reset(readConfig(env, flags), email, inputPassword)
  print(`${email} has a new password; all sessions have ended.`)
  if (randomPassword !== null) print(`Password, shown only this once: ${randomPassword}`)
  return 0
}

export async function rotate({ env, flags, print }: Invocation): Promise<number> {
  const file = flags['new-secret-file']
  const nextSecret = typeof file === 'string' ? parseSecret((await readSecret(file)).trim(), file) : null
  const count = await rotateKey(readConfig(env, flags), { nextSecret, step: print })
  print(`Key rotated, ${counted(count, 'value')} re-encrypted. Everyone must sign in again.`)
  if (nextSecret !== null) {
    print(
      `The secret in ${file} opens it too. Give it to every node, restart them, and run millwright key rotate again.`,
    )
  }
  return 0
}

function readSecret(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`The secret in ${file} cannot be read: ${error.message}.`)
  })
}

export async function rootAdmin({ env, flags, operands: [email = ''], print }: Invocation): Promise<number> {
  print(await makeRootAdmin(readConfig(env, flags), email))
  return 0
}

export async function sqliteDates({ flags, operands: [file = ''], print }: Invocation): Promise<number> {
  const apply = flags.apply === true
  const columns = await convertDates(file, apply)
  for (const { table, column, changed, same, left, examples } of columns) {
    const kept = left === 0 ? '' : `, ${left} left: ${examples.join(', ')}${left > examples.length ? ' …' : ''}`
    print(`${table}.${column}: ${changed} ${apply ? 'converted' : 'to convert'}, ${same} converted before${kept}`)
  }
  const changed = columns.reduce((sum, each) => sum + each.changed, 0)
  print(
    apply
      ? `${counted(changed, 'date')} converted.`
      : `${counted(changed, 'date')} would be converted. Nothing was changed; --apply converts them.`,
  )
  return 0
}
